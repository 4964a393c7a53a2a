/** `/wall-link#secret`: opens a wall screen by its link, and tries again by itself while the server is down. */
import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { WALL_SCREEN_ROUTES } from '@waypost/contract/api/wall-screen-routes';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem, type Problem } from '../../api/problem.ts';
import { signInAddress } from '../../api/session.ts';
import { showProblem } from '../../api/show-problem.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

export const RETRY_MS = 5_000;
/** The link is wrong, or not for this browser: another try changes nothing. */
const FINAL = new Set([404, 409, 422]);

export function WallLinkPage() {
  const { http, session } = useApi();
  const secret = useLocation({ select: ({ hash }) => hash });
  const [problem, setProblem] = useState<Problem | 'no_cookie' | null>(null);
  const [tries, setTries] = useState(0);
  const again = () => setTries((before) => before + 1);
  useEffect(() => {
    let left = false;
    const open = async () => {
      await session.ready();
      await http.call(WALL_SCREEN_ROUTES.openWallScreen, { body: { secret } });
      const { phase } = await session.refresh();
      if (left) return;
      if (phase !== 'in') setProblem('no_cookie');
      // Takes the secret out of the address, which people can read on a wall, and begins as any page with a session.
      else location.replace('/wall');
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    open().catch((error: unknown) => {
      if (left) return;
      const failed = asProblem(error);
      setProblem(failed);
      if (!FINAL.has(failed.code)) timer = setTimeout(again, RETRY_MS);
    });
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [secret, tries, http, session]);
  useDocumentTitle('Wall screen · Waypost');
  return (
    <main>
      <Progress
        problem={problem}
        onRetry={again}
        onSignOut={() => {
          session.signOut().then(again, (error: unknown) => {
            showProblem('You are still signed in', asProblem(error));
          });
        }}
      />
    </main>
  );
}

interface ProgressProps {
  readonly problem: Problem | 'no_cookie' | null;
  readonly onRetry: () => void;
  readonly onSignOut: () => void;
}

function Progress({ problem, onRetry, onSignOut }: ProgressProps) {
  if (problem === null) return <EmptyState page title="Opening the wall board" role="status" />;
  if (problem === 'no_cookie')
    return (
      <EmptyState page title="This browser does not keep cookies" role="alert">
        <p>Allow cookies for this address, then open the link again.</p>
      </EmptyState>
    );
  if (problem.code === 409)
    return (
      <EmptyState
        page
        title={problem.message}
        role="alert"
        action={
          <Button variant="filled" onClick={onSignOut}>
            Sign out and open the wall board
          </Button>
        }
      >
        <p>
          A browser shows either the wall board or what a person may see. Sign out to turn it into a wall
          screen.
        </p>
      </EmptyState>
    );
  if (FINAL.has(problem.code))
    return (
      <EmptyState
        page
        title="This link does not work"
        role="alert"
        action={
          <Button component="a" href={signInAddress('/')}>
            Sign in
          </Button>
        }
      >
        <p>It was revoked, or part of it is missing. Ask a Waypost administrator for a new one.</p>
      </EmptyState>
    );
  return <ProblemState page problem={problem} onRetry={onRetry} />;
}
