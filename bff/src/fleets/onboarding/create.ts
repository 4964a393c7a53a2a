/** Builds the onboarding capability: invitations, agreements, connections, operations. */
import type { Capability } from '../../platform/lib/capability.ts';
import { type CreateOnboardingOptions, createParts, type Onboarding } from './onboarding.ts';
import { mountAgreements, mountInvitations, mountOperations } from './routes.ts';

export function createOnboarding(
  options: CreateOnboardingOptions,
): Capability & { readonly onboarding: Onboarding } {
  const { auth, directory } = options;
  const { onboarding, start } = createParts(options);
  const parts = { onboarding, directory, intents: options.intents.intents, auth };
  return {
    onboarding,
    routes: (router) => {
      mountInvitations(router, parts);
      mountAgreements(router, parts);
      mountOperations(router, parts);
    },
    start,
  };
}
