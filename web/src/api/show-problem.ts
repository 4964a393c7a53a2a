/** Shows a failed action that has no form or page of its own as a toast, with the id to quote. */
import { toast } from '../ui/toasts.ts';
import { explain, type Problem } from './problem.ts';

export function showProblem(did_not: string, problem: Problem): void {
  const { title, text } = explain(problem);
  const quote = problem.request_id ? `Request ID ${problem.request_id}.` : '';
  toast({ title: did_not, text: [`${title}.`, text, quote].filter((part) => part).join(' ') });
}
