import { texts } from '../textos.js';

const WORKER = '/sw.js';

/** Why this browser cannot receive alarms; null = it can. */
export type Obstacle = 'insecure' | 'unsupported' | 'blocked';

export const obstacle = (): Obstacle | null => {
  // Outside a secure context browsers hide the rest.
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
};

/** What a person calls their browser: `Chrome en Android`. */
export const browserName = (agent: string): string => {
  const browser = NAMES.find(([pattern]) => pattern.test(agent))?.[1] ?? texts.browser;
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];
  return system ? texts.browserOn(browser, system) : browser;
};
// Others name Chrome and Safari too, so these come last.
const NAMES: readonly [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux/, 'Linux'],
];

const base64Url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The server's name for a subscription: the first 32 hexadecimal digits of the SHA-256 of its endpoint. */
const keyOf = async (endpoint: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 32);
};

/** This browser's subscription; null = none. */
const current = async (): Promise<PushSubscription | null> => {
  if (obstacle() !== null) return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
};

/** Key of this browser in the person's list; null = it is not subscribed. */
export const ownKey = async (): Promise<string | null> => {
  const subscription = await current();
  return subscription && keyOf(subscription.endpoint);
};

export class PermissionRefused extends Error {}

/** Asks the person, and the browser's push service. @throws PermissionRefused */
export const subscribe = async (serverKey: string) => {
  if ((await Notification.requestPermission()) !== 'granted') throw new PermissionRefused();
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  const madeFor = before?.options.applicationServerKey;
  // A subscription made for another server key cannot be used, and blocks a new one.
  if (before && (!madeFor || base64Url(madeFor) !== serverKey)) await before.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: serverKey };
  const { endpoint, keys = {} } = (await pushManager.subscribe(options)).toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
};

export const unsubscribe = async (): Promise<void> => {
  await (await current())?.unsubscribe();
};
