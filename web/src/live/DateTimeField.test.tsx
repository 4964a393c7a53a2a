// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { draw } from '../testing/render.tsx';
import { DEFAULT_PREFS, prefs } from '../ui/prefs.ts';
import { DateTimeField, TimeAheadField } from './DateTimeField.tsx';

afterEach(() => prefs.set({ clock: DEFAULT_PREFS.clock }));

/** A form that discards invalid text, as most forms do. */
function Form() {
  const [value, setValue] = useState('2026-11-24T09:00');
  return (
    <>
      <DateTimeField
        label="Access ends"
        value={value}
        onChange={(text) => setValue(/T/.test(text) ? text : '')}
      />
      <button type="button" onClick={() => setValue('2026-12-01T08:00')}>
        30 more days
      </button>
      <output>{value}</output>
    </>
  );
}

async function open() {
  await draw(<Form />);
  const field = await screen.findByLabelText<HTMLInputElement>('Access ends');
  const type = (text: string) => {
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: text } });
  };
  return { field, type };
}

function EtaField() {
  const [value, setValue] = useState('');
  return <TimeAheadField label="ETA" value={value} onChange={setValue} />;
}

it('a time ahead says while it is typed how it is understood, or that it is not', async () => {
  await draw(<EtaField />);
  const field = await screen.findByLabelText<HTMLInputElement>('ETA');
  const type = (text: string) => {
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: text } });
  };
  type('after lunch');
  expect(screen.getByText('Not understood: try 14:30, 2:30p, in 3h, Sat 8am')).toBeDefined();
  fireEvent.blur(field);
  expect(screen.queryByText(/Not understood/)).toBeNull();
  expect(screen.getByText(/^Enter a time/)).toBeDefined();
  type('Dec 24, 2099 noon');
  expect(screen.getByText('Dec 24, 2099, 12:00')).toBeDefined();
  type('');
  expect(screen.queryByText(/Not understood|Enter a time/)).toBeNull();
});

describe('DateTimeField', () => {
  it("formats times with the person's 12 or 24 hour clock", async () => {
    prefs.set({ clock: '12' });
    const { field, type } = await open();
    expect(field.value).toBe('Nov 24, 9:00 AM');
    type('2:20 pm');
    expect(field.value).toBe('2:20 pm');
    expect(screen.getByRole('status').textContent).toBe('2026-11-24T14:20');
    fireEvent.blur(field);
    expect(field.value).toBe('Nov 24, 2:20 PM');
  });

  it('keeps unreadable text, and shows the expected format on blur', async () => {
    const { field, type } = await open();
    type('Nov 24');
    expect(screen.queryByText(/Enter a day and time/)).toBeNull();
    fireEvent.blur(field);
    expect(field.value).toBe('Nov 24');
    expect(screen.getByText(/Enter a day and time, e.g. /)).toBeDefined();
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    ['2/29/2027 9am', 'There is no such day. '],
    ['Nov 31, 2026, 14:30', 'There is no such day. '],
    ['Nov 28, 14:20 UTC', /^The time is in [A-Z]+: leave out the zone. /],
    ['2/28/2027', 'The time is missing. '],
    ['soon', /^Enter a day/],
  ])('says of “%s” what is wrong', async (text, start) => {
    const { field, type } = await open();
    type(text);
    fireEvent.blur(field);
    const error = screen.getByText(/Enter a day and time, e.g. /).textContent ?? '';
    expect(error).toMatch(typeof start === 'string' ? new RegExp(`^${start}`) : start);
  });

  it('replaces typed text when the form sets another value', async () => {
    const { field, type } = await open();
    type('soon');
    fireEvent.click(screen.getByRole('button', { name: '30 more days' }));
    expect(field.value).toBe('Dec 1, 08:00');
  });

  it('the calendar changes only the day, and leaves a missing time to be typed', async () => {
    const { field, type } = await open();
    const calendar = document.querySelector('input[type="date"]') as HTMLInputElement;
    fireEvent.change(calendar, { target: { value: '2026-11-26' } });
    expect(field.value).toBe('Nov 26, 09:00');
    type('');
    fireEvent.change(calendar, { target: { value: '2026-11-27' } });
    expect(field.value).toBe('Nov 27, 2026, ');
  });
});
