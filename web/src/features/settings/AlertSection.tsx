/** Which new exceptions raise a notification or a sound. Kept in this browser, as its permission is. */
import { useState } from 'react';
import { Choice } from '../../ui/Choice.tsx';
import { type Prefs, prefs, usePrefs } from '../../ui/prefs.ts';
import { Section } from '../../ui/Section.tsx';
import classes from './SettingsView.module.css';

/** What the browser says of notifications; `none`: it has none. */
const permissionNow = (): NotificationPermission | 'none' =>
  typeof Notification === 'undefined' ? 'none' : Notification.permission;

const HELP =
  'Critical: wrong, changed or unmatched truck. High: also no truck assigned, pings stopped while moving, late. At most one every 15 seconds.';

export function AlertSection() {
  const { alert_from, alert_sound } = usePrefs();
  const [permission, setPermission] = useState(permissionNow);
  const on = alert_from !== 'off';
  const choose = (to: Prefs['alert_from']) => {
    prefs.set({ alert_from: to });
    if (to !== 'off' && permissionNow() === 'default')
      void Notification.requestPermission().then(setPermission);
  };
  return (
    <Section level={2} title="Alerts">
      <div className={classes.fields}>
        <Choice
          label="Notify me of new exceptions"
          options={[
            ['off', 'Off'],
            ['critical', 'Critical'],
            ['high', 'High'],
            ['any', 'All'],
          ]}
          value={alert_from}
          onChange={choose}
          help={HELP}
        />
        {on && (
          <Choice
            label="Sound"
            options={[
              ['off', 'Off'],
              ['on', 'On'],
            ]}
            value={alert_sound ? 'on' : 'off'}
            onChange={(to) => prefs.set({ alert_sound: to === 'on' })}
          />
        )}
      </div>
      {on && permission !== 'granted' && <p className={classes.sample}>{PERMISSION_WORDS[permission]}</p>}
    </Section>
  );
}

const PERMISSION_WORDS: Readonly<Record<'default' | 'denied' | 'none', string>> = {
  default:
    'Your browser will ask whether Waypost may show notifications. Until you allow them, only the sound works.',
  denied: "Your browser blocks notifications. Allow them in the browser's settings of this site.",
  none: "This browser doesn't support notifications. The sound works while Waypost is open.",
};
