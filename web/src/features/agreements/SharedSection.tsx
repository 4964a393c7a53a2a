/** What the fleet shares, each with its level. */
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { Section } from '../../ui/Section.tsx';
import classes from './SharedSection.module.css';
import { levelWord, resourceWord, sharedList, sharesLocation } from './shared.ts';

export function SharedSection({ agreement: { scopes } }: { readonly agreement: BoardAgreement }) {
  const list = sharedList(scopes);
  return (
    <Section title="What is shared">
      {list.length === 0 ? (
        <p className={classes.none}>The tracking service lists nothing.</p>
      ) : (
        <dl className={classes.list}>
          {list.map(([name, level]) => (
            <div key={name} className={classes.item}>
              <dt title={name}>{resourceWord(name)}</dt>
              <dd data-write={level !== 'read' || undefined}>{levelWord(level)}</dd>
            </div>
          ))}
        </dl>
      )}
      {list.length > 0 && !sharesLocation(scopes) && (
        <p className={classes.missing}>
          Vehicle locations are not shared, so these trucks have no position. Invite the fleet again and ask
          for locations.
        </p>
      )}
    </Section>
  );
}
