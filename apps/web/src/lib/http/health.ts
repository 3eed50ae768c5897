/** Timeout of the health probe, ms: the server asks its services before it answers. Short, because until then a dead line looks live. */
const LONGEST_MS = 4_000;

/** Whether the server answers, healthy or not. Error pages of proxies and login pages of Wi-Fi networks do not count. Never rejects. */
export const serverIsThere = (): Promise<boolean> =>
  fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(LONGEST_MS) })
    .then((response) => response.json())
    .then(
      (health: unknown) => typeof (health as { status?: unknown } | null)?.status === 'string',
      () => false,
    );
