/** One site, open beside the list: its form, who wrote it last, and the way to delete it. */

import type { Site, SiteWrite } from '@waypost/contract/api/sites';
import { useEffect, useRef, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { attempt, showProblem } from '../../api/show-problem.ts';
import type { LengthUnit } from '../../geo/length.ts';
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconTrash } from '../../ui/icons.ts';
import { SidePanel } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { agoText, fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { SiteForm } from './SiteForm.tsx';
import type { SiteDraft } from './site-draft.ts';
import { useSiteWriting } from './use-sites.ts';

export interface SitePanelProps {
  /** Null: a new one. */
  readonly site: Site | null;
  readonly draft: SiteDraft;
  /** Differs from what is saved. */
  readonly changed: boolean;
  /** Null forgets it. */
  readonly onDraft: (draft: SiteDraft | null) => void;
  readonly unit: LengthUnit;
  readonly takes_focus: boolean;
  /** Grows when the map has drawn: the name is asked for next. */
  readonly drawn: number;
  readonly onDraw: (() => void) | null;
  readonly onSaved: (site: Site) => void;
  readonly onClose: () => void;
}

export function SitePanel(props: SitePanelProps) {
  const { site, draft, changed, onDraft, unit, takes_focus, drawn, onClose } = props;
  const { create, update } = useSiteWriting();
  const disabledReason = useDisabledReason('manage_monitors');
  const [problem, setProblem] = useState<Problem | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const named = draft.name !== '';
  useEffect(() => {
    if (drawn > 0 && !named) nameField.current?.focus();
  }, [drawn, named]);

  const save = async (body: SiteWrite) => {
    setProblem(null);
    try {
      const saved = site
        ? await update.mutateAsync({ params: { site_id: site.id }, body })
        : await create.mutateAsync({ body });
      onDraft(null);
      toast({ title: site ? `Saved ${saved.name}` : `Added ${saved.name}` });
      props.onSaved(saved);
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const edit = (next: SiteDraft) => {
    setProblem(null);
    onDraft(next);
  };
  return (
    <SidePanel
      label={site ? `Site ${site.name}` : 'New site'}
      title={site?.name ?? 'New site'}
      focus_key={takes_focus ? 'opened' : null}
      buttons={site && <DeleteButton site={site} disabledReason={disabledReason} onDeleted={onClose} />}
      onClose={onClose}
    >
      <SiteForm
        draft={draft}
        onDraft={edit}
        unit={unit}
        disabledReason={disabledReason}
        nameRef={nameField}
        onDraw={props.onDraw}
        onSave={(body) => void save(body)}
        saving={create.isPending || update.isPending}
        problem={problem}
        changed={changed}
        is_new={site === null}
        onDiscard={() => {
          setProblem(null);
          onDraft(null);
          if (!site) onClose();
        }}
      >
        {disabledReason && <p className={shared.note}>{disabledReason}</p>}
        {site && <LastWritten site={site} />}
      </SiteForm>
    </SidePanel>
  );
}

function LastWritten({ site }: { readonly site: Site }) {
  const ago = useNow((now) => agoText(site.updated_at, now));
  return (
    <p className={shared.note}>
      Last changed <time title={fullDateTime(site.updated_at)}>{ago}</time> by{' '}
      {isolated(site.updated_by_name)}. Existing monitors keep their circle.
    </p>
  );
}

interface DeleteButtonProps {
  readonly site: Site;
  readonly disabledReason: string | null;
  readonly onDeleted: () => void;
}

function DeleteButton({ site, disabledReason, onDeleted }: DeleteButtonProps) {
  const { remove } = useSiteWriting();
  const undo = useUndoDelete();
  const act = async () => {
    try {
      await remove.mutateAsync({ params: { site_id: site.id } });
    } catch (error) {
      const problem = asProblem(error);
      // Gone already: a colleague was quicker, and the end is the same.
      if (problem.code !== 404) {
        showProblem(`Couldn't delete ${site.name}`, problem);
        return;
      }
    }
    toast({
      title: `Deleted ${site.name}`,
      text: 'Existing monitors keep their circle.',
      action: { label: 'Undo', run: () => void undo(site) },
    });
    onDeleted();
  };
  return (
    <GuardedButton
      disabledReason={disabledReason}
      loading={remove.isPending}
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={() => void act()}
    >
      Delete
    </GuardedButton>
  );
}

/** Writes a deleted site anew. Outlives the panel: the toast is pressed when it is gone. */
function useUndoDelete() {
  const { create } = useSiteWriting();
  return async (site: Site) => {
    const { id: _, created_at: __, updated_at: ___, updated_by_name: ____, ...body } = site;
    await attempt(`Couldn't restore ${site.name}`, async () => {
      await create.mutateAsync({ body });
      toast({ title: `Restored ${site.name}` });
    });
  };
}
