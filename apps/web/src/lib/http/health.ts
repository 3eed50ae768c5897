/** Timeout of the health probe, ms: the server asks its services before it answers. */
const LONGEST_MS = 8_000;

/** Whether the server answers, healthy or not. Error pages of proxies and login pages of Wi-Fi networks do not count. Never rejects. */
export const serverIsThere = (): Promise<boolean> =>
  fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(LONGEST_MS) })
    .then((response) => response.json())
    .then(
      (health: unknown) => typeof (health as { status?: unknown } | null)?.status === 'string',
      () => false,
    );
