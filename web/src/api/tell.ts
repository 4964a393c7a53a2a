/** Where a failed deed is told that has no form and no page of its own: in passing, with the id to quote. */
import { toast } from '../ui/toasts.ts';
import { explain, type Problem } from './problem.ts';

export function showProblem(did_not: string, problem: Problem): void {
  const { title, text } = explain(problem);
  const quote = problem.request_id ? `Request ID ${problem.request_id}.` : '';
  toast({ title: did_not, text: [`${title}.`, text, quote].filter((part) => part).join(' ') });
}
