import { expect, it } from 'vitest';
import { composeMail } from './compose.ts';

it('a link with the characters of a replacement pattern stays whole', async () => {
  const link = "https://service.example/accept?a=1&b=$&c=$'d";
  const mail = await composeMail({
    id: '1',
    from: 'a@northbound.example',
    to: 'b@mesa.example',
    reply_to: null,
    company: 'Northbound',
    logo: null,
    language: 'en',
    message: { subject: 'Invitation', text: `Open ${link}` },
    link,
    stop_url: 'https://board.example/email/stop/1',
  });
  const html = mail.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=');
  const escaped = link.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
  expect(html).toContain(`<a href="${escaped}">${escaped}</a>`);
});
