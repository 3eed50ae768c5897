import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForecastHour {
  mm: number | null;
  celsius: number | null;
  kmh: number | null;
}

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** A stand-in for Open-Meteo's `/v1/forecast` with hourly values and times in seconds. */
export class OpenMeteo {
  /** The queries that it got. */
  readonly asked: URLSearchParams[] = [];
  /** Without it every request is refused; undefined = none is needed. */
  key: string | undefined;
  /** Answers 503. */
  isAway = false;
  /** What it tells of an hour, by its beginning, s. */
  hourOf: (ts: number) => ForecastHour = () => ({ mm: 0, celsius: 18, kmh: 5 });
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      this.asked.push(url.searchParams);
      const [status, body] = this.answer(url);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(port = 0): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private answer({ pathname, searchParams }: URL): [number, object] {
    if (this.isAway) return [503, {}];
    if (pathname !== '/v1/forecast') return [404, { error: true, reason: 'Not Found' }];
    if (this.key !== undefined && searchParams.get('apikey') !== this.key)
      return [400, { error: true, reason: 'The supplied API key is invalid.' }];
    const [latitude, longitude] = ['latitude', 'longitude'].map((name) => Number(searchParams.get(name) ?? NaN));
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude))
      return [400, { error: true, reason: 'Latitude must be in range of -90 to 90°.' }];
    // Hours begin at midnight of UTC, as documented.
    const from = Math.floor(Date.now() / 1_000 / DAY_S) * DAY_S;
    const time = Array.from(
      { length: Number(searchParams.get('forecast_days') ?? 7) * 24 },
      (_, n) => from + n * HOUR_S,
    );
    const hours = time.map((ts) => this.hourOf(ts));
    return [
      200,
      {
        latitude,
        longitude,
        utc_offset_seconds: 0,
        timezone: 'GMT',
        hourly_units: { time: 'unixtime', precipitation: 'mm', temperature_2m: '°C', wind_speed_10m: 'km/h' },
        hourly: {
          time,
          precipitation: hours.map(({ mm }) => mm),
          temperature_2m: hours.map(({ celsius }) => celsius),
          wind_speed_10m: hours.map(({ kmh }) => kmh),
        },
      },
    ];
  }
}
