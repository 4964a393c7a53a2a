/** The way out, wherever its button stands. */
import { useApi } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';

export function useSignOut(onSignedOut: () => void): () => void {
  const { session } = useApi();
  return () =>
    void session.signOut().then(
      () => {
        sessionStorage.clear();
        onSignedOut();
      },
      (error: unknown) => showProblem('You are still signed in', asProblem(error)),
    );
}
