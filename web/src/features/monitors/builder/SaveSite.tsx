/** Saves a circle of the draft to the site book, for the next time and for everyone. */
import { Button, Modal, TextInput } from '@mantine/core';
import { type Site, type SiteWrite, siteWrite } from '@waypost/contract/api/sites';
import { useState } from 'react';
import { asProblem, type Problem } from '../../../api/problem.ts';
import { NotDone } from '../../../api/QueryState.tsx';
import type { LengthUnit } from '../../../geo/length.ts';
import { lengthText } from '../../../geo/length.ts';
import shared from '../../../ui/shared.module.css';
import { coordinatesText } from '../../../ui/units.ts';
import type { DraftStop } from './draft.ts';

export interface SaveSiteProps {
  readonly stop: DraftStop;
  readonly unit: LengthUnit;
  readonly onSave: (site: SiteWrite) => Promise<Site>;
  readonly onSaved: (site: Site) => void;
  readonly onClose: () => void;
}

export function SaveSite({ stop, unit, onSave, onSaved, onClose }: SaveSiteProps) {
  const [title, setTitle] = useState(stop.name.trim());
  const [free, setFree] = useState('');
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tried, setTried] = useState(false);
  const written = siteWrite.safeParse({
    name: title,
    ...stop.center,
    radius_meters: stop.radius_meters,
    free_minutes: free.trim() === '' ? null : Number(free),
  });
  const issue = (path: string) =>
    tried && !written.success ? written.error.issues.find((one) => one.path[0] === path)?.message : undefined;
  const save = async () => {
    setTried(true);
    if (!written.success || saving) return;
    setSaving(true);
    setProblem(null);
    try {
      onSaved(await onSave(written.data));
    } catch (error) {
      setProblem(asProblem(error));
      setSaving(false);
    }
  };
  const taken = problem?.code === 409;
  return (
    <Modal
      opened
      onClose={onClose}
      title="Save to site book"
      size={420}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className={shared.stack}
        onSubmit={(event) => {
          event.preventDefault();
          // A form in a dialog of a form: the draft is not what is sent here.
          event.stopPropagation();
          void save();
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          error={
            taken ? 'This name is already in the site book. Choose another.' : named('Name', issue('name'))
          }
        />
        <TextInput
          label="Free time"
          placeholder="e.g. Dock 4"
          inputMode="numeric"
          description="Free minutes per stop. Set rates in the site book."
          value={free}
          onChange={({ currentTarget }) => setFree(currentTarget.value)}
          error={named('Free time', issue('free_minutes'))}
        />
        <p className={`${shared.small} ${shared.plain}`}>
          {stop.center && coordinatesText(stop.center)}
          {stop.radius_meters !== null && `, radius ${lengthText(stop.radius_meters, unit)}`}
          {issue('radius_meters') && `: the radius ${issue('radius_meters')}`}
        </p>
        {problem && !taken && <NotDone what="Not saved" problem={problem} />}
        <div className={shared.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" loading={saving}>
            Save site
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const named = (field: string, message: string | undefined) => message && `${field} ${message}`;
