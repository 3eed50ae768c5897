/** How long the server may take to say how it is, ms: it asks its own services first. */
const LONGEST_MS = 8_000;

/** Whether the server is there, in good health or not. A proxy's error page and a Wi-Fi's log-in page are no answer. Never fails. */
export const serverIsThere = (): Promise<boolean> =>
  fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(LONGEST_MS) })
    .then((response) => response.json())
    .then(
      (health: unknown) => typeof (health as { status?: unknown } | null)?.status === 'string',
      () => false,
    );
