/** A key only for tests: the same in every process, so that services of one test understand each other. */
export const TEST_SECRET_KEY = 'ab'.repeat(32);

/** Environment of a service under test: secret key, quiet log, any port; `overrides` brings the URLs. undefined removes one. */
export const testEnv = (overrides: Record<string, string | undefined> = {}): Record<string, string> => {
  const merged: Record<string, string | undefined> = {
    NODE_ENV: 'test',
    ACEQUIA_SECRET_KEY: TEST_SECRET_KEY,
    INTERNAL_HOST: '127.0.0.1',
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'fatal',
    // A worker that is just loading a service's packages lets seconds pass before it looks at its sockets.
    DATABASE_CONNECT_TIMEOUT_MS: '60000',
    ...overrides,
  };
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
};
