import { encodeConfig } from '@acequia/board-protocol';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { BoardSession } from './board-session.js';

/** Sends a connected board its pin map. */
@Injectable()
export class ConfigSender {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** `retain` follows a broker's use: true in the answer to a subscription, false for an update. */
  send(session: BoardSession, retain: boolean): void {
    const { placa_id } = session.placa;
    let payload: Buffer;
    try {
      payload = Buffer.from(encodeConfig(session.placa.config()));
    } catch (error) {
      this.logger.error({ err: error, placa_id }, 'pin map of a board is not valid');
      return;
    }
    const packet = { cmd: 'publish', topic: session.config, payload, qos: 1, retain, dup: false } as const;
    session.client.publish(packet, (error?: Error) => {
      if (error) this.logger.debug({ err: error, placa_id }, 'pin map could not be sent');
    });
  }
}
