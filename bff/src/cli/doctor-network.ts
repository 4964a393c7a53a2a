/** What `waypost doctor` checks of the other servers: the tracking service, the identity provider, our own addresses, mail. */
import { serviceEndpoints } from '@waypost/contract/endpoints';
import MailComposer from 'nodemailer/lib/mail-composer';
import { type ResponseBodyError, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { openMailSession } from '../fleets/email/mailer.ts';
import { RefreshTokenDead } from '../people/auth/identity.ts';
import { OidcProvider } from '../people/auth/identity-provider.ts';
import type { Config } from '../platform/config/config.ts';
import { serviceAccess } from '../service/upstream/create.ts';
import { ServiceError } from '../service/upstream/errors.ts';
import type { Answer, Http } from '../service/upstream/http.ts';
import { RequestScheduler } from '../service/upstream/request-scheduler.ts';
import { type Finding, failed, ok, reasonOf, warning } from './doctor-finding.ts';

export interface Network {
  readonly config: Config;
  readonly http: Http;
  /** Ms since 1970. */
  readonly now: () => number;
}

/** A signed token may be refused when clocks differ by more. */
const MAX_CLOCK_SECONDS = 30;

export async function checkService(network: Network): Promise<Finding[]> {
  const scheduler = new RequestScheduler({ maxRps: 1 });
  try {
    return await checkServiceBy(scheduler, network);
  } finally {
    scheduler.close();
  }
}

async function checkServiceBy(
  scheduler: RequestScheduler,
  { config, http, now }: Network,
): Promise<Finding[]> {
  const { token, client } = serviceAccess(config, http, scheduler);
  const { baseUrl, tokenUrl } = config.service;
  try {
    await token.get();
  } catch (error) {
    return [failed(`SERVICE_TOKEN_URL (${tokenUrl.href}): ${refusal(error)}`)];
  }
  const findings = [ok(`SERVICE_TOKEN_URL: gives a token to ${config.service.clientId}`)];
  const endpoint = serviceEndpoints(config.assumptions).getDeprecatedOverview;
  try {
    const { headers } = await client.call(endpoint, { priority: 'person', query: {} });
    return [
      ...findings,
      ok(`SERVICE_BASE_URL: ${baseUrl.href} answers`),
      clock('the tracking service', headers, now()),
    ];
  } catch (error) {
    const { kind } = error as Partial<ServiceError>;
    const text = `SERVICE_BASE_URL (${baseUrl.href}): ${refusal(error)}`;
    if (kind === 'forbidden' || kind === 'rate_limited') return [...findings, warning(text)];
    const isPath = kind === 'not_found' || kind === 'unexpected_answer' || kind === 'not_implemented';
    return [...findings, failed(isPath ? `${text}: check its path, ${endpoint.path} is added to it` : text)];
  }
}

/** Our own sentence, with the reason of a connection that failed. */
const refusal = (error: unknown) =>
  error instanceof ServiceError && error.kind !== 'unreachable' ? error.message : reasonOf(error);

function clock(of: string, { date }: Answer['headers'], now: number): Finding {
  const theirs = Date.parse(String(date));
  if (Number.isNaN(theirs)) return ok(`Clock: ${of} does not say its time`);
  const seconds = Math.round((now - theirs) / 1000);
  const differs = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} that of ${of}`;
  return Math.abs(seconds) > MAX_CLOCK_SECONDS
    ? failed(`Clock: this machine's is ${differs}: set it by NTP (timedatectl set-ntp true)`)
    : ok(`Clock: agrees with that of ${of}`);
}

export async function checkSignIn({ config, http, now }: Network): Promise<Finding[]> {
  const provider = new OidcProvider(config);
  const { login, service } = config;
  const name = login ? 'LOGIN_ISSUER' : 'SERVICE_AUTHORIZATION_URL';
  const address = login ? login.issuer : (service.authorizationUrl as URL);
  const findings: Finding[] = [];
  try {
    const sentence = await provider.signInWarning();
    findings.push(
      sentence === null ? ok(`${name}: ${address.href} answers`) : warning(`Sign-in: ${sentence}`),
    );
  } catch (error) {
    const { cause } = error as Error;
    const isMissing = cause instanceof Response;
    return [
      failed(
        isMissing
          ? `${name} (${address.href}): its configuration is answered with ${cause.status}: check the path, such as /realms/NAME of Keycloak or /TENANT/v2.0 of Entra`
          : (error as Error).message.startsWith(name)
            ? (error as Error).message
            : `${name} (${address.href}): ${reasonOf(error)}`,
      ),
    ];
  }
  return [
    ...findings,
    await checkRedirect(provider, { config, http, now }),
    await checkClient(provider, config),
  ];
}

/** Begins a sign-in as a browser does, without following it. */
async function checkRedirect(provider: OidcProvider, { config, http }: Network): Promise<Finding> {
  const redirect = new URL('/bff/callback', config.publicUrl).href;
  const client = config.login?.clientId ?? config.service.clientId;
  const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = await provider.authorizationUrl(secrets, false);
  try {
    const { status, headers } = await http.exchange({ method: 'GET', url, headers: { accept: 'text/html' } });
    const location = URL.parse(String(headers.location ?? ''), url.href);
    const error = location?.searchParams.get('error');
    if (status < 400 && !error) return ok(`Sign-in: ${client} may return people to ${redirect}`);
    const detail = location?.searchParams.get('error_description') ?? '';
    return failed(
      error
        ? `Sign-in: the identity provider refuses it with ${error} ${detail}: allow the client ${client} the authorization code flow and its scopes`
        : `Sign-in: the identity provider refuses it with ${status}: register the redirect URL ${redirect} for the client ${client}`,
    );
  } catch (error) {
    return failed(`Sign-in: ${url.origin} cannot be opened: ${reasonOf(error)}`);
  }
}

/** A token that nobody has: the provider looks at the client first. */
async function checkClient(provider: OidcProvider, { login }: Config): Promise<Finding> {
  const names = login ? 'LOGIN_CLIENT_ID, LOGIN_CLIENT_SECRET' : 'SERVICE_CLIENT_ID, SERVICE_CLIENT_SECRET';
  try {
    await provider.refresh('of-waypost-doctor');
    return ok(`${names}: accepted`);
  } catch (error) {
    if (error instanceof RefreshTokenDead) return ok(`${names}: accepted`);
    const { error: code, status } = error as Partial<ResponseBodyError>;
    if (code === 'invalid_client' || status === 401)
      return failed(`${names}: the identity provider does not accept them: copy them from its client`);
    return warning(`${names}: could not be checked: ${reasonOf(error)}`);
  }
}

/** Our own addresses, from here: a proxy in front of us should answer as it does to browsers and to the service. */
export async function checkAddresses({ config, http }: Network): Promise<Finding[]> {
  const { publicUrl, hooksPublicUrl, trustedProxies } = config;
  const findings: Finding[] = [];
  if (publicUrl.protocol === 'https:' && trustedProxies === 0)
    findings.push(
      warning(
        'TRUSTED_PROXIES: is 0, but PUBLIC_URL is https, which only a proxy in front provides: set the number of proxies',
      ),
    );
  const own = new URL(`http://${LOCAL[config.host] ?? config.host}:${config.port}`);
  const isRunning = await http.exchange({ method: 'GET', url: new URL('/healthz', own), headers: {} }).then(
    ({ text }) => isWaypost(text),
    () => false,
  );
  if (!isRunning)
    return [
      ...findings,
      warning(
        `PUBLIC_URL, HOOKS_PUBLIC_URL: not checked, as no Waypost runs at ${own.origin}: start it, and run this again`,
      ),
    ];
  const places = [['PUBLIC_URL', publicUrl, '/healthz']] as [string, URL, string][];
  if (hooksPublicUrl.origin !== publicUrl.origin)
    places.push(['HOOKS_PUBLIC_URL', hooksPublicUrl, '/hooks/of-waypost-doctor']);
  for (const [name, origin, path] of places)
    findings.push(await checkAddress(http, name, new URL(path, origin), own));
  return findings;
}

const LOCAL: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]', '::1': '[::1]' };

const isWaypost = (text: string) => text.startsWith('{"status":"ok","version":');

async function checkAddress(http: Http, name: string, url: URL, own: URL): Promise<Finding> {
  try {
    const { status, headers, text } = await http.exchange({ method: 'GET', url, headers: {} });
    // Only Waypost answers so: to its own address, or to an unknown one for deliveries.
    if (isWaypost(text) || (status === 404 && headers['x-request-id'] !== undefined))
      return ok(`${name}: ${url.origin} reaches Waypost`);
    if (status >= 502 && status <= 504)
      return failed(
        `${name} (${url.origin}): the proxy answers ${status}: let it pass requests to ${own.origin}`,
      );
    return failed(
      `${name} (${url.origin}): something else answers ${url.pathname} with ${status}: correct the address, or let the proxy pass every path to ${own.origin}`,
    );
  } catch (error) {
    return failed(`${name} (${url.origin}): ${reasonOf(error)}`);
  }
}

/** @param to null: no message is sent */
export async function checkMail({ smtp }: Config, to: string | null): Promise<Finding[]> {
  if (!smtp)
    return to === null
      ? [ok('SMTP_URL: not set, so people copy messages themselves')]
      : [failed('SMTP_URL: is not set, so no message can be sent: set it and SMTP_FROM')];
  try {
    const session = await openMailSession(smtp);
    const findings = [ok(`SMTP_URL: ${smtp.host} accepts Waypost`)];
    if (to !== null) {
      const text = 'Waypost can send emails. It was asked to by its command doctor.\n';
      await session.send(
        to,
        await new MailComposer({ from: smtp.from, to, subject: 'Test message of Waypost', text })
          .compile()
          .build(),
      );
      findings.push(
        ok(
          `SMTP_FROM: a message of ${smtp.from} to ${to} was accepted; look whether it arrives, and not as spam`,
        ),
      );
    }
    session.close();
    return findings;
  } catch (error) {
    const { message, cause } = error as Error;
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    const isRefused = code === 'EAUTH';
    return [
      failed(
        isRefused
          ? `SMTP_URL: ${message}: correct user and password, percent-encoded`
          : code === 'ESOCKET' || code === 'EDNS' || code === 'ECONNECTION' || code === 'ETIMEDOUT'
            ? `SMTP_URL (${smtp.host}:${smtp.port}): ${reasonOf((cause as Error).cause ?? cause)}: check host and port (465 for smtps, 587 for smtp)`
            : `SMTP_URL: ${message}`,
      ),
    ];
  }
}
