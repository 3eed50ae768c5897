import type { DeliveryDetail } from '@acequia/contracts';
import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AlertsEnv } from '../env.js';

/** SMS that are looked back at. */
const LOOKED_AT = 20;
/** One that fails may be its number's fault. */
const MOST_FAILED = 2;

const ITS_FAULT: DeliveryDetail['codigo'][] = ['sms_modem_rechaza', 'sms_modem_ocupado', 'sms_sin_respuesta'];

/** What the server's modem made of its last SMS. */
export interface ModemState {
  isThere: boolean;
  sent: number | null;
  failed: number | null;
  /** How many failed in a row, from the second on; 0 = it works, or nothing is known. */
  fails: number;
}

@Injectable()
export class Modem {
  constructor(
    private readonly db: DataSource,
    @Inject(ENV) private readonly env: AlertsEnv,
  ) {}

  /** Times are those at which an SMS was handed to gammu-smsd, ms. */
  async state(): Promise<ModemState> {
    const ended: { estado: 'enviado' | 'fallido'; ts: number }[] = await this.db.query(
      `SELECT m.estado, s.entregado::float8 AS ts FROM sms s JOIN mensajes m ON m.id = s.mensaje_id
       WHERE s.via = 'gammu' AND (m.estado = 'enviado' OR (m.estado = 'fallido' AND m.detalle_datos->>'codigo' = ANY($1)))
       ORDER BY s.mensaje_id DESC LIMIT ${LOOKED_AT}`,
      [ITS_FAULT],
    );
    const last = (estado: 'enviado' | 'fallido') => ended.find((one) => one.estado === estado)?.ts ?? null;
    const sinceSent = ended.findIndex(({ estado }) => estado === 'enviado');
    const inRow = sinceSent === -1 ? ended.length : sinceSent;
    return {
      isThere: this.env.SMS_GAMMU_FOLDER !== undefined,
      sent: last('enviado'),
      failed: last('fallido'),
      fails: inRow < MOST_FAILED ? 0 : inRow,
    };
  }
}
