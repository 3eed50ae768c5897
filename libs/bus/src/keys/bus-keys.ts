import { hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { BUS_OPTIONS, type BusOptions } from '../bus.options.js';
import { Sealer } from './sealer.js';
import { HmacSigner, type Signer } from './signer.js';

const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'acequia', `acequia/v1/bus.${purpose}`, 32));

/** Keys derived from the installation's secret: one to sign with and one to seal with. */
@Injectable()
export class BusKeys {
  readonly signer: Signer;
  readonly sealer: Sealer;

  constructor(@Inject(BUS_OPTIONS) options: Pick<BusOptions, 'secret' | 'previousSecret' | 'signer'>) {
    const { secret, previousSecret } = options;
    const previous = (purpose: string): Buffer[] =>
      previousSecret === undefined ? [] : [keyFor(previousSecret, purpose)];
    this.signer = options.signer ?? new HmacSigner(keyFor(secret, 'sign'), previous('sign'));
    this.sealer = new Sealer(keyFor(secret, 'seal'), previous('seal'));
  }
}
