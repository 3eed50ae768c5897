/** An API's answer; the body is empty where the real shape is unknown or there is none. */
export interface Answer {
  status: number;
  json?: unknown;
}

/** A parsed request of either API. `key` is '' when the request has none. */
export interface Asked {
  api: 'v1' | 'v2';
  action: 'read' | 'command';
  key: string;
  ids: string[];
}

/** One request as received. */
export interface Incoming {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
}
