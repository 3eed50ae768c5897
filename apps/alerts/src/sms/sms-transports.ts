import { Injectable } from '@nestjs/common';
import { GammuTransport } from './gammu.transport.js';
import { HttpTransport } from './http.transport.js';
import type { SmsTransport } from './transport.js';

export type Via = 'gammu' | 'http';

/** The transports that this installation has. */
@Injectable()
export class SmsTransports {
  constructor(
    private readonly gammu: GammuTransport,
    private readonly http: HttpTransport,
  ) {}

  get isSet(): boolean {
    return this.gammu.isSet || this.http.isSet;
  }

  /** The modem first, because it needs no internet; past one that sends nothing, the provider. */
  async choose(): Promise<Via | null> {
    if (this.gammu.isSet && (!this.http.isSet || (await this.gammu.isMoving()))) return 'gammu';
    return this.http.isSet ? 'http' : null;
  }

  by(via: Via): SmsTransport {
    return via === 'gammu' ? this.gammu : this.http;
  }
}
