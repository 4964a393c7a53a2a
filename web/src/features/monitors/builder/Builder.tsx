import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import { INTENT_ROUTES } from '@waypost/contract/api/intent-routes';
import type { Site, SiteWrite } from '@waypost/contract/api/sites';
import type { LatLon } from '@waypost/geo/geodesy';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { behaviorOf, useApi, useConfig, useDisabledReason } from '../../../api/context.ts';
import { useNow } from '../../../live/context.ts';
import { useSubmit } from '../../../live/form/form.ts';
import { SentNotice, SubmitBar } from '../../../live/form/parts.tsx';
import { roleOf } from '../../../live/load-words.ts';
import { useCitiesIn, useCityIn } from '../../../live/PlaceField.tsx';
import { CircleMap } from '../../../map/CircleMap.tsx';
import type { CircleShape, MapCircle, MapEngineApi, MapTruck } from '../../../map/types.ts';
import { ListSkeleton } from '../../../ui/EmptyState.tsx';
import { useFormatKey, usePrefs } from '../../../ui/prefs.ts';
import shared from '../../../ui/shared.module.css';
import { personZone } from '../../../ui/time.ts';
import { useLayout } from '../../../ui/use-media.ts';
import { minuteText } from '../../../ui/zoned.ts';
import classes from './Builder.module.css';
import { checksOf } from './checks.ts';
import { siteLink, toCreateRequest } from './convert.ts';
import { DEFAULT_RADIUS_METERS, type Draft, type DraftStop, windowOf } from './draft.ts';
import { ChecksPanel, EditLine } from './FormFrame.tsx';
import { LabelsSection, TimesSection, VehicleSection } from './FormSections.tsx';
import {
  BuilderContext,
  type BuilderParts,
  ErrorsContext,
  errorsOf,
  type FieldName,
  fieldDomId,
  fieldOfPath,
  fieldText,
  stopField,
  stopKeyOf,
} from './fields.ts';
import { Journey } from './Journey.tsx';
import { useFacts } from './queries.ts';
import { SaveSite } from './StopFields.tsx';
import { type BuilderDraft, type Dispatch, SEND_WORDS, UNKNOWN_WORDS, useDraft } from './use-draft.tsx';

/** Makes map circles of the draft's stops. An unchanged stop yields the same object, so that the map updates changed circles only. */
function circleMaker() {
  const known = new WeakMap<DraftStop, MapCircle>();
  return (stops: readonly DraftStop[], current: string | null): readonly MapCircle[] =>
    stops.flatMap((stop, at) => {
      const { center, key: id, radius_meters } = stop;
      if (!center || radius_meters === null || !(radius_meters > 0)) return [];
      const number = String(at + 1);
      const name = stop.name.trim() || roleOf(at, stops.length);
      const label = stop.city === null ? name : `${name}, city center`;
      const state = id === current ? 'current' : 'planned';
      const before = known.get(stop);
      if (before?.number === number && before.label === label && before.state === state) return [before];
      const circle: MapCircle = { id, ...center, radius_meters, label, number, state, editable: true };
      known.set(stop, circle);
      return [circle];
    });
}

interface BuilderProps {
  /** `blank`, `load:{load_id}`, `copy:{id}`, `follow:{id}`; each source has its own draft. */
  readonly source: string;
  readonly createDraft: () => Draft;
  /** Unique in the browser, as intents use these ids as keys. */
  readonly newId: () => string;
  readonly load: BoardLoad | null;
  readonly truck: MapTruck | null;
  readonly sites: readonly Site[];
  readonly onSaveSite: (site: SiteWrite) => Promise<Site>;
  /** Names of monitors by the webhook group of theirs, without our own. */
  readonly groups: ReadonlyMap<string, string | null>;
  readonly notice: ReactNode;
  readonly onCreated: (monitor_id: string | null) => void;
  readonly onUnknown: (message: string | null) => void;
}

const MINUTE_MS = 60_000;
const TRUCK_ZOOM = 7;
const CITY_ZOOM = 10;
const toLatLon = ({ latitude, longitude }: LatLon): LatLon => ({ latitude, longitude });

/** Zoom at which the circle's diameter takes about 240 pixels. */
function zoomFor(circle: LatLon & { readonly radius_meters?: number }): number {
  const meters_per_pixel = (2 * (circle.radius_meters ?? DEFAULT_RADIUS_METERS)) / 240;
  const at_zoom_0 = 78_271.5 * Math.cos((circle.latitude * Math.PI) / 180);
  return Math.min(15, Math.max(3, Math.log2(at_zoom_0 / meters_per_pixel)));
}

export function Builder(props: BuilderProps) {
  const { sites, load, newId } = props;
  const behavior = behaviorOf(useConfig());
  const { radius_unit: unit } = usePrefs();
  const phone = useLayout() === 'phone';
  const disabledReason = useDisabledReason('manage_monitors');
  const zone = personZone();
  const editor = useDraft(props);
  const { draft, dispatch, endStep } = editor;
  const [opened, setOpened] = useState<string | null>(null);
  const [drawing, setDrawing] = useState<string | null>(null);
  const [saving, setSaving] = useState<DraftStop | null>(null);
  const [view, setView] = useState<'form' | 'map'>('form');
  const [engine, setEngine] = useState<MapEngineApi | null>(null);

  const known = useFacts(draft);
  const { facts } = known;
  const now = useNow((at) => Math.floor(at / MINUTE_MS) * MINUTE_MS);
  const writing = useFormatKey();
  const cities = useCitiesIn(
    draft.stops.flatMap(({ center, name, site }) => (center && !site ? [name.trim()] : [])),
  );
  const checks = useMemo(
    () => checksOf(draft, { now, zone, unit, facts, load, cities, behavior }),
    [draft, now, zone, unit, facts, load, cities, writing],
  );
  const expires = windowOf(draft)?.expires;
  const found = useMemo(() => errorsOf(checks), [checks]);

  // Done once for each stop: after it is undone, the person decides.
  const [started_at, setStartedAt] = useState<readonly string[]>([]);
  const behind = checks.find(({ id, severity }) => id === 'origin-behind' && severity === 'error');
  const start = behind?.fix?.action.type === 'start_at' ? behind.fix.action : null;
  const startAtNextStop = useEffectEvent(() => {
    // Not under somebody who is at work on a stop.
    if (!start || started_at.includes(start.key) || opened !== null || drawing !== null) return;
    setStartedAt([...started_at, start.key]);
    dispatch(start);
  });
  const start_key = start?.key;
  useEffect(() => {
    if (start_key !== undefined) startAtNextStop();
  }, [start_key]);

  // The stop may have been removed by undo while its circle is being drawn.
  const drawn_stop = draft.stops.find(({ key }) => key === drawing);
  const opened_key = draft.stops.some(({ key }) => key === opened) ? opened : null;
  const [focus_request, setFocusRequest] = useState<{ readonly field: FieldName } | null>(null);
  const focus = useCallback((field: FieldName) => {
    const key = stopKeyOf(field);
    if (key !== null) setOpened(key);
    setView('form');
    setFocusRequest({ field });
  }, []);
  useEffect(() => {
    if (focus_request) document.getElementById(fieldDomId(focus_request.field))?.focus();
  }, [focus_request]);

  // Fits the map to the initial circles only; circles drawn later do not move it.
  const [fit_key, setFitKey] = useState<string | null>(() =>
    draft.stops.some(({ center }) => center) ? props.source : null,
  );
  /** Moves the map to places that were searched or typed; drawing on the map does not move it. */
  const dispatchAndShow = useCallback<Dispatch>(
    (action, group) => {
      dispatch(action, group);
      const circle =
        action.type === 'site' ? action.site : action.type === 'circle' ? action.center : undefined;
      if (circle) engine?.setCamera({ ...toLatLon(circle), zoom: zoomFor(circle) });
      if (action.type === 'sites') setFitKey((before) => `${before ?? ''}+`);
    },
    [dispatch, engine],
  );
  const [no_map, setNoMap] = useState(false);
  const may_save = disabledReason === null;
  const parts = useMemo<BuilderParts>(
    () => ({
      dispatch: dispatchAndShow,
      endStep,
      open: (key) => {
        setOpened(key);
        setDrawing(null);
      },
      search: (key) => {
        setDrawing(null);
        focus(stopField(key, 'place'));
      },
      draw: no_map
        ? null
        : (key) => {
            setDrawing((before) => (before === key ? null : key));
            setOpened(key);
            setView('map');
          },
      save: may_save ? setSaving : null,
      newId,
      unit,
      zone,
      sites,
    }),
    [dispatchAndShow, endStep, focus, no_map, may_save, newId, unit, zone, sites],
  );
  const onDrawn = ({ latitude, longitude, radius_meters }: CircleShape) => {
    if (!drawn_stop) return;
    dispatch({ type: 'circle', key: drawn_stop.key, center: { latitude, longitude }, radius_meters });
    endStep();
    setDrawing(null);
    // Typing sets the radius at once; on a phone the map stays.
    if (!phone) focus(stopField(drawn_stop.key, 'radius'));
  };
  const onChange = (key: string, shape: CircleShape, phase: 'drag' | 'done') => {
    const stop = draft.stops.find((other) => other.key === key);
    const { latitude, longitude, radius_meters } = shape;
    const moved = stop?.center?.latitude !== latitude || stop.center.longitude !== longitude;
    dispatch(
      { type: 'circle', key, ...(moved ? { center: { latitude, longitude } } : {}), radius_meters },
      `map:${key}`,
    );
    if (phase === 'done') endStep();
  };
  const { http } = useApi();
  const submit = useSubmit(editor, {
    checked: {
      errors: found,
      get body() {
        const result = found.size > 0 ? null : toCreateRequest(draft);
        return result?.ok ? result.request : null;
      },
    },
    keyed: true,
    disabledReason,
    send: (body, { headers }) => http.call(INTENT_ROUTES.createMonitor, { body, headers }),
    onDone: ({ intent, result }) => props.onCreated(result?.id ?? intent.result_id),
    onUnknown: props.onUnknown,
    fieldOf: (path) => fieldOfPath(path, draft),
    textOf: (field) => fieldText(draft, field),
    rejected: (message) => `Rejected: ${message}`,
    shownAfter: fieldDomId,
    focus,
  });
  useKeys({ undo: editor.undo, redo: editor.redo, send: submit.submit });

  const [makeCircles] = useState(circleMaker);
  const circles = useMemo(() => makeCircles(draft.stops, opened_key), [makeCircles, draft.stops, opened_key]);
  const { latitude, longitude } = facts?.last_position ?? {};
  // The truck from the board, else its last known position with an `unknown` marker.
  const declared = useMemo<MapTruck | null>(
    () =>
      latitude === undefined || longitude === undefined
        ? null
        : { latitude, longitude, bearing_degrees: null, marker: 'unknown' },
    [latitude, longitude],
  );
  const truck = props.truck ?? declared;
  const centerOnTruck = useEffectEvent((map: MapEngineApi) => {
    if (truck && circles.length === 0) map.setCamera({ ...toLatLon(truck), zoom: TRUCK_ZOOM });
  });
  // For a stop without a circle, shows the city in its name.
  const opened_stop = draft.stops.find(({ key }) => key === opened_key);
  const city = useCityIn(opened_stop && !opened_stop.center ? opened_stop.name : '');
  useEffect(() => {
    if (engine && city) engine.setCamera({ ...toLatLon(city), zoom: CITY_ZOOM });
  }, [engine, city]);
  const has_truck = truck !== null;
  useEffect(() => {
    if (engine && has_truck) centerOnTruck(engine);
  }, [engine, has_truck]);

  return (
    <ErrorsContext value={submit.errors}>
      <div className={classes.builder} data-view={phone ? view : 'both'}>
        {/* There is no submit button, so Enter in a field does not send by accident; Ctrl Enter or the button does. */}
        <form
          className={classes.form}
          aria-label="New monitor"
          noValidate
          {...submit.around}
          onSubmit={(event) => event.preventDefault()}
        >
          <EditLine editor={editor} view={view} onView={phone ? setView : null} />
          <div className={`${shared.scrolled} ${classes.sections}`}>
            {props.notice}
            <SentNotice
              submit={submit}
              sent={editor.sent}
              unknown={UNKNOWN_WORDS}
              look={
                <Link to="/monitors" search={{ show: 'unknown' }}>
                  Show unconfirmed
                </Link>
              }
            />
            <BuilderContext value={parts}>
              <VehicleSection vehicle={draft.vehicle} known={known} />
              <Journey
                stops={draft.stops}
                left_out={draft.left_out}
                passed={draft.passed}
                opened={opened_key}
                drawing={drawn_stop ? drawing : null}
                checks={checks}
              />
              <TimesSection
                origin={draft.stops[0]}
                starts_at={draft.starts_at}
                expires_at={draft.expires_at}
                expires_text={draft.expires_text}
              />
              <LabelsSection
                name={draft.name}
                webhook_group_id={draft.webhook_group_id}
                groups={props.groups}
              />
            </BuilderContext>
          </div>
          <ChecksPanel
            checks={checks}
            tried={submit.tried > 0}
            small={phone}
            onFocus={focus}
            onFix={dispatch}
          />
          <SubmitBar
            submit={submit}
            words={SEND_WORDS}
            action="Create monitor"
            disabledReason={disabledReason}
            ready={checks.every(({ severity }) => severity !== 'error')}
            onSend={submit.submit}
          >
            Create monitor
            {expires && (
              <>
                , track until <strong>{minuteText(expires, zone)}</strong>
              </>
            )}
          </SubmitBar>
        </form>
        <div className={classes.map}>
          <CircleMap
            label="Route map"
            circles={circles}
            selected={opened_key}
            onSelect={setOpened}
            unit={unit}
            drawing={drawn_stop?.key ?? false}
            onDrawn={onDrawn}
            onChange={onChange}
            onCancel={() => setDrawing(null)}
            truck={truck}
            fit_key={fit_key}
            onEngine={setEngine}
            onUnavailable={() => setNoMap(true)}
          />
        </div>
      </div>
      {saving && (
        <SaveSite
          stop={saving}
          unit={unit}
          onSave={props.onSaveSite}
          onSaved={(site) => {
            dispatch({ type: 'site', key: saving.key, site: siteLink(site) });
            setSaving(null);
          }}
          onClose={() => setSaving(null)}
        />
      )}
    </ErrorsContext>
  );
}

/** Undo and redo apply to the draft even inside fields, since everything typed is in the draft. */
function useKeys({ undo, redo, send }: Pick<BuilderDraft, 'undo' | 'redo'> & { readonly send: () => void }) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (document.querySelector('[aria-modal="true"]')) return;
    const key = event.key.toLowerCase();
    const run =
      key === 'z' ? (event.shiftKey ? redo : undo) : key === 'y' ? redo : key === 'enter' ? send : undefined;
    if (run === undefined) return;
    event.preventDefault();
    run?.();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

export function BuilderSkeleton() {
  return (
    <div className={classes.builder} data-view="form" aria-busy="true">
      <div className={classes.form}>
        <ListSkeleton label="Loading" />
      </div>
      <Box className={classes.map} bg="var(--wp-raised)" />
    </div>
  );
}
