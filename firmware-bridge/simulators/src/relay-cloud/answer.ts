/** What an API wants to say; an empty body where the real shape is not known or there is none. */
export interface Answer {
  status: number;
  json?: unknown;
}

/** A request of either API, understood. `key` is '' when it brought none. */
export interface Asked {
  api: 'v1' | 'v2';
  action: 'read' | 'command';
  key: string;
  ids: string[];
}

/** One request as it came over the wire. */
export interface Incoming {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
}
