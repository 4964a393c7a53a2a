import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import { POSTED_LOAD_ROUTES } from '@waypost/contract/api/posted-load-routes';
import type { CorrectLoadRequest, PostLoadRequest, SentLoad } from '@waypost/contract/api/posted-loads';
import type { Site } from '@waypost/contract/api/sites';
import { type ReactNode, useMemo } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import type { Problem } from '../../api/problem.ts';
import { useLive, useNow } from '../../live/context.ts';
import { useFormDraft, useFormDrafts } from '../../live/form/draft.ts';
import { useSubmit } from '../../live/form/form.ts';
import { DraftLine, type SendWords, SentNotice, SubmitBar } from '../../live/form/parts.tsx';
import { roleOf } from '../../live/load-words.ts';
import { Banner } from '../../ui/Banner.tsx';
import { isolated } from '../../ui/bidi.ts';
import shared from '../../ui/shared.module.css';
import { fullDateTime, personZone } from '../../ui/time.ts';
import { minuteText } from '../../ui/zoned.ts';
import {
  type CheckContext,
  check,
  correctionOfDraft,
  type FieldName,
  fieldDomId,
  fieldOfPath,
  fieldText,
  postOf,
  timeOf,
} from './check.ts';
import {
  correctionOf,
  type DraftAction,
  emptyDraft,
  type LoadDraft,
  loadDraft,
  placeOf,
  reduceDraft,
  type StopDraft,
} from './draft.ts';
import { byRoad, roadMeters } from './drive.ts';
import { CarrierField, FormContext, ReferenceField, StopFields, TruckFields, useForm } from './fields.tsx';
import classes from './LoadForm.module.css';

export interface Corrected {
  readonly load: BoardLoad;
  readonly sent: SentLoad;
}

interface LoadFormProps {
  /** Null: post a new load. */
  readonly corrected: Corrected | null;
  readonly sites: readonly Site[];
  /** Time zone of the company; null: none is set. */
  readonly company_zone: string | null;
  readonly newId: () => string;
  readonly notice: ReactNode;
  /** Refetches what was sent; the form then starts from it. */
  readonly onReload: () => void;
  /** `load_id`: null when the service did not return it. */
  readonly onSent: (load_id: string | null, draft: LoadDraft) => void;
}

const NONE: ReadonlyMap<FieldName, string> = new Map();

export function LoadForm(props: LoadFormProps) {
  const { corrected, sites, company_zone, newId, notice, onReload, onSent } = props;
  const disabledReason = useDisabledReason('manage_loads');
  const { clock } = useLive();
  const default_zone = company_zone ?? personZone();
  // A draft based on another version of what was sent is left alone, as its difference no longer applies.
  const editor = useFormDraft<LoadDraft>({
    drafts: useFormDrafts('load_draft', loadDraft, 'computer'),
    name: `${corrected?.load.load_id ?? 'new'}@${corrected?.sent.version ?? 0}`,
    initial: () =>
      corrected
        ? correctionOf(corrected.load, corrected.sent, newId, default_zone)
        : emptyDraft(newId, default_zone),
    newId,
  });
  const { values: draft, base, change, save_state } = editor;
  const act = (action: DraftAction) => change((before) => reduceDraft(before, action, default_zone));
  const { sameReference, sameTruck } = useOtherLoads(corrected?.load.load_id ?? null);
  const checks = useMemo(
    () => check(draft, { now: clock.now(), sameTruck: sameTruck(draft) }),
    [draft, clock, sameTruck],
  );
  // Also one that comes onto the board while this is filled in.
  const same_reference = useNow(() => sameReference(draft.load_ref.trim()));
  const correction = corrected && correctionOfDraft(draft, base, corrected.sent);
  const unchanged = corrected !== null && correction === null;
  const send = useSend();
  const request: LoadRequest | null = corrected
    ? correction && { kind: 'correct', load_id: corrected.load.load_id, body: correction }
    : { kind: 'post', body: postOf(draft) };
  const submit = useSubmit(editor, {
    checked: { errors: checks.errors, body: checks.errors.size > 0 ? null : request },
    keyed: true,
    disabledReason,
    send: (body, { headers }) => send(body, headers),
    onDone: ({ load_id }) => onSent(load_id, draft),
    fieldOf: (path) => fieldOfPath(path, draft),
    textOf: (field) => fieldText(draft, field),
    rejected: (message) => `Rejected: ${message}`,
    shownAfter: (field) => (fieldText(draft, field) === '' ? null : fieldDomId(field)),
    focus: (field) => document.getElementById(fieldDomId(field))?.focus(),
  });
  const { sending, errors } = submit;
  const disabled = disabledReason !== null;
  // Corrections usually start from a truck that was not matched.
  const first: FieldName = corrected ? 'vin' : 'load_ref';
  const warnings = disabled ? NONE : checks.warnings;
  return (
    <div className={`${shared.fillColumn} ${classes.form}`}>
      <div className={`${shared.fixedSmall} ${shared.row} ${classes.line}`}>
        <DraftLine save_state={save_state} onDiscard={editor.discard} />
      </div>
      {notice}
      {sending.phase === 'refused' && sending.problem.code === 412 && (
        <Banner
          tone="act"
          title={`${sending.problem.message}.`}
          action={
            <Button
              size="compact-xs"
              onClick={() => {
                editor.discard();
                onReload();
              }}
            >
              Show what was sent
            </Button>
          }
        >
          Your changes were not sent. To continue, start from the last version sent.
        </Banner>
      )}
      <SentNotice
        submit={submit}
        sent={editor.sent}
        unknown={UNKNOWN_WORDS}
        look={<Link to="/">Open the board</Link>}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens for blur and for one shortcut. */}
      <div
        className={`${shared.scrollY} ${classes.body}`}
        {...submit.around}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !disabled) submit.submit();
        }}
      >
        <FormContext
          value={{ draft, act, newKey: newId, errors, warnings, sites, company_zone, disabled, first }}
        >
          <div>
            <FormPart title="Load">
              <ReferenceField />
              {!corrected && <CarrierField />}
            </FormPart>
            <FormPart title="Truck">
              <p className={shared.note}>{truckNote(corrected?.sent ?? null)}</p>
              {corrected && <AssignedTruck load={corrected.load} />}
              <TruckFields />
            </FormPart>
            <FormPart title="Stops">
              <Stops corrected={corrected} />
            </FormPart>
          </div>
          <Preview
            draft={draft}
            also_on={checks.also_on}
            keeps_truck={corrected !== null && correction?.vehicle === undefined}
          />
        </FormContext>
      </div>
      {same_reference && !disabled && (
        <Banner
          tone="act"
          title={`${isolated(same_reference.load_ref ?? '')} is on the board already`}
          action={
            <Link to="/" search={{ load: same_reference.load_id }}>
              Open it
            </Link>
          }
        >
          Two loads would have this number.
        </Banner>
      )}
      {checks.other_load !== null && !disabled && <Banner tone="act" title={checks.other_load} />}
      <SubmitBar
        submit={submit}
        words={corrected ? CORRECT_WORDS : POST_WORDS}
        action={corrected ? 'Send correction' : 'Post load'}
        disabledReason={disabledReason ?? (unchanged ? 'Change something first.' : null)}
        ready={checks.errors.size === 0}
        onSend={submit.submit}
      >
        {corrected ? (
          changesText(correction, draft)
        ) : (
          <>
            Post <strong>{isolated(draft.load_ref.trim() || 'the load')}</strong> to the tracking service and
            track it on the board
          </>
        )}
      </SubmitBar>
    </div>
  );
}

function FormPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={`${shared.stack} ${classes.section}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The loads of the board, except the one being corrected. */
function useOtherLoads(load_id: string | null) {
  const { store } = useLive();
  return useMemo(() => {
    const where = (matches: (load: BoardLoad) => boolean) =>
      [...store.ids()].flatMap((id) => {
        const load = id === load_id ? undefined : store.get(id);
        return load && matches(load) ? [load] : [];
      });
    const plain = (text: string | null | undefined) => (text ?? '').replace(/[\s-]/g, '').toUpperCase();
    return {
      sameReference: (load_ref: string) => {
        const typed = load_ref.toLowerCase();
        return typed === '' ? null : (where((load) => load.load_ref?.toLowerCase() === typed)[0] ?? null);
      },
      sameTruck:
        (draft: LoadDraft): CheckContext['sameTruck'] =>
        (field, value) =>
          where(({ vehicle_assignment }) => {
            const vehicle = vehicle_assignment?.vehicle;
            if (!vehicle || plain(vehicle[field === 'vehicle_id' ? 'id' : field]) !== plain(value))
              return false;
            // Two regions may have the same plate.
            return (
              field !== 'license_plate_number' ||
              plain(vehicle.license_plate_region) === plain(draft.license_plate_region)
            );
          }),
    };
  }, [store, load_id]);
}

function truckNote(sent: SentLoad | null): string {
  if (sent === null)
    return 'Any one of these identifies the truck. Without one, the tracking service matches a truck by location.';
  if (!sent.vehicle_known)
    return "This load's identifiers were not sent from Waypost, so they are not shown here. What you enter replaces them; empty fields change nothing.";
  const who = `${isolated(sent.sent_by_name ?? 'Waypost')}${sent.sent_at ? `, ${fullDateTime(sent.sent_at)}` : ''}`;
  return sent.vehicle === null
    ? `No identifiers were sent (${who}).`
    : `As sent by ${who}. Clear all fields to remove the identifiers.`;
}

/** What is known of the truck while its fields are empty, so that one letter can be corrected without typing the rest. */
function AssignedTruck({ load }: Pick<Corrected, 'load'>) {
  const { draft, act, disabled } = useForm();
  const vehicle = load.vehicle_assignment?.vehicle;
  const { vin, license_plate_number: number, license_plate_region: region } = vehicle ?? {};
  if (!(vin || number) || draft.vin !== '' || draft.license_plate_number !== '') return null;
  const plate = number && `plate ${[region, number].filter(Boolean).join(' ')}`;
  const change = {
    vin: vin ?? '',
    ...(number && {
      license_plate_number: number,
      license_plate_region: region ?? '',
      license_plate_country: vehicle?.license_plate_country || draft.license_plate_country,
    }),
  };
  return (
    <div className={shared.wrapped}>
      <span>
        The assigned truck has{' '}
        {[vin && `VIN ${isolated(vin)}`, plate && isolated(plate)].filter(Boolean).join(' and ')}.
      </span>
      <Button size="compact-sm" disabled={disabled} onClick={() => act({ type: 'fields', change })}>
        Fill in
      </Button>
    </div>
  );
}

function Stops({ corrected }: { readonly corrected: Corrected | null }) {
  const { draft, act, disabled } = useForm();
  const { with_stops } = draft;
  if (corrected === null) return <StopFields />;
  return (
    <>
      {!with_stops && <p className={shared.note}>The stops stay as they are.</p>}
      {with_stops && corrected.sent.stops === null && (
        <p className={shared.note}>
          The tracking service does not return stop locations: enter each one. All stops are replaced.
        </p>
      )}
      {with_stops && <StopFields />}
      <div>
        <Button
          disabled={disabled}
          onClick={() => act({ type: 'fields', change: { with_stops: !with_stops } })}
        >
          {with_stops ? 'Leave the stops unchanged' : 'Change stops'}
        </Button>
      </div>
    </>
  );
}

function changesText(change: ReturnType<typeof correctionOfDraft>, draft: LoadDraft): string {
  if (change === null) return 'Nothing changed yet';
  const parts = [
    change.load_ref !== undefined && `load number ${isolated(change.load_ref)}`,
    change.vehicle !== undefined && (truckWords(draft) ?? 'no truck identified'),
    change.stops !== undefined && `${change.stops.length} stops`,
  ];
  return `Send ${parts.filter(Boolean).join('; ')}`;
}

interface PreviewProps {
  readonly draft: LoadDraft;
  /** Other loads of the truck; null: none on the board. */
  readonly also_on: string | null;
  /** The correction sends nothing about the truck. */
  readonly keeps_truck: boolean;
}

function Preview({ draft, also_on, keeps_truck }: PreviewProps) {
  const { stops } = draft;
  return (
    <section className={`${shared.box} ${classes.preview}`} aria-labelledby="load-preview">
      <h2 id="load-preview">Preview</h2>
      <p className={shared.plain} style={{ fontSize: 15, fontWeight: 600, lineHeight: '20px' }}>
        {isolated(draft.load_ref.trim() || 'No load number')}
      </p>
      <p>
        {truckWords(draft) ??
          (keeps_truck
            ? 'Truck not changed'
            : 'No truck identified: the tracking service matches one by location')}
        {also_on !== null && `. Already on ${also_on}`}
      </p>
      <ol className={classes.previewStops}>
        {stops.map((stop, at) => (
          <li key={stop.key}>
            <strong>{isolated(titleOf(stop) || roleOf(at, stops.length))}</strong>
            {placeOf(stop) !== titleOf(stop) && <span>{placeOf(stop)}</span>}
            {placeOf(stop) === '' && <span>No place yet</span>}
            <StopTimes stop={stop} />
            <DistanceToNext from={stop} to={stops[at + 1]} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const titleOf = ({ name, place_name }: StopDraft) => name.trim() || place_name;

/** `unit 1399`; `Unit 1399`, which has the word in its name, stays. */
const unitText = (name: string) => (/^unit\b/i.test(name) ? isolated(name) : `unit ${isolated(name)}`);

/** Null: the draft names no truck. */
function truckWords(draft: LoadDraft): string | null {
  const plate = [draft.license_plate_number, draft.license_plate_region].map((part) => part.trim());
  const names = [
    draft.vehicle_id && unitText(draft.vehicle_name || draft.vehicle_id),
    draft.vin && `VIN ${draft.vin}`,
    plate[0] && `plate ${plate.join(' ').trim()}`,
  ].filter((name) => name);
  return names.length === 0 ? null : `Truck: ${names.join(', ')}`;
}

function StopTimes({ stop }: { readonly stop: StopDraft }) {
  const times = (['arrival', 'departure'] as const).flatMap((which) => {
    const at = timeOf(stop, which);
    return at === null ? [] : [`${which} ${minuteText(at, stop.zone)}`];
  });
  const past = useNow((now) => {
    const at = timeOf(stop, 'departure') ?? timeOf(stop, 'arrival');
    return at !== null && at < now;
  });
  if (times.length === 0) return <span>No planned time, so it can't be late</span>;
  return (
    <span>
      {times.join(', ')}
      {past && ' (in the past)'}
    </span>
  );
}

function DistanceToNext({ from, to }: { readonly from: StopDraft; readonly to: StopDraft | undefined }) {
  const meters = to ? roadMeters(from, to) : null;
  return meters === null ? null : <span>{byRoad(meters)} to the next stop</span>;
}

type LoadRequest =
  | { readonly kind: 'post'; readonly body: PostLoadRequest }
  | { readonly kind: 'correct'; readonly load_id: string; readonly body: CorrectLoadRequest };

const DONE = { state: 'done', message: null } as const;

function useSend() {
  const { http } = useApi();
  const { store } = useLive();
  return async (request: LoadRequest, headers: Readonly<Record<string, string>>) => {
    if (request.kind === 'post') {
      const { intent, result } = await http.call(POSTED_LOAD_ROUTES.postLoad, {
        body: request.body,
        headers,
      });
      return { intent, load_id: result?.load_id ?? intent.result_id };
    }
    const { load_id, body } = request;
    const { item } = await http.call(POSTED_LOAD_ROUTES.correctLoad, { params: { load_id }, body });
    store.apply({ items: [item], removed: [] });
    return { intent: DONE, load_id };
  };
}

const NOT_OFFERED =
  'The tracking service does not accept loads this way. Ask your Waypost administrator to check its address for loads.';
const REFUSALS: Readonly<Record<number, string>> = {
  403: "Our credentials can't create loads. Ask your Waypost administrator.",
  404: NOT_OFFERED,
  405: NOT_OFFERED,
  409: 'The tracking service may already have this load number.',
  501: NOT_OFFERED,
};
const why = ({ service_status }: Problem) => REFUSALS[service_status ?? 0] ?? '';

const POST_WORDS: SendWords = {
  refused: 'Nothing was posted',
  why,
  sent_before: (
    <>
      <strong>This draft was already sent with different details.</strong> It may have arrived:{' '}
      <Link to="/">check the board</Link>. If it is not what you want, send this as a new one.
    </>
  ),
  safe: 'Sending again is safe: it never creates a second load.',
  unknown: (message) => (
    <>
      <strong>Not confirmed yet.</strong> {message ?? 'The tracking service did not respond.'} The load is
      listed above until you mark what happened. Sending again never creates a second load.
    </>
  ),
};

const CORRECT_WORDS: SendWords = {
  refused: 'Nothing was changed',
  why,
  sent_before: null,
  safe: 'Sending again is safe: it repeats the same change.',
};

const UNKNOWN_WORDS =
  'Not confirmed yet whether the load was created. Sending again only checks the outcome.';
