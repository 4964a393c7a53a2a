import type { Auth } from '../auth/create.ts';
import type { CreateIntentsOptions } from '../intents/create.ts';
import type { Intents } from '../intents/intents.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { mountAgreements } from './agreement-routes.ts';
import type { Directory } from './directory.ts';
import { mountInvitations } from './invitation-routes.ts';
import { Onboarding } from './onboarding.ts';
import { mountOperations } from './operation-routes.ts';

export type CreateOnboardingOptions = CreateIntentsOptions &
  Pick<Wiring, 'board' | 'directory' | 'events' | 'fleets' | 'intents' | 'monitors' | 'polling'>;

export interface OnboardingRoutesOptions {
  readonly onboarding: Onboarding;
  readonly directory: Directory;
  readonly intents: Intents;
  readonly auth: Pick<Auth, 'tokenOf' | 'actorOf'>;
}

export interface OnboardingCapability extends Capability {
  readonly onboarding: Onboarding;
}

export function createOnboarding(options: CreateOnboardingOptions): OnboardingCapability {
  const { config, log, db, box, activity, auth, board, directory, events, monitors } = options;
  const { intents, addListener } = options.intents;
  const { client, endpoints } = options.upstream;
  const { subscriptions, processor } = options.webhooks;
  const onboarding = new Onboarding({
    db,
    box,
    log,
    client,
    endpoints,
    assumptions: config.assumptions,
    subscriptions,
    activity,
    board,
    index: options.fleets,
    poller: options.polling.poller,
    directory,
    monitors: () => [...monitors.active()].flatMap(({ row }) => monitors.get(row.id) ?? []),
    broadcaster: events.broadcaster,
    isLeader: options.cluster.isLeader,
    publicUrl: config.publicUrl,
    hooksPublicUrl: config.hooksPublicUrl,
  });
  onboarding.handle(processor);
  onboarding.listenTo(events);
  for (const listener of onboarding.intentListeners) addListener(listener);
  return {
    onboarding,
    routes: (router) => {
      const parts = { onboarding, directory, intents, auth };
      mountInvitations(router, parts);
      mountAgreements(router, parts);
      mountOperations(router, parts);
    },
    start: () => onboarding.start(),
    stop: () => onboarding.stop(),
  };
}
