import { Bus } from '@acequia/bus';
import { type Comunicador, type ComunicadorEstado, sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Modem } from '../field/modem.js';

const YO = sistema('alerts');
const WAIT_MS = 2_000;
/** Boards that are asked for: one that is heard is enough. */
const BOARDS = 2_000;

const UNKNOWN: ComunicadorEstado = { estado: 'sin_saber', bien_ts: null, mal_ts: null };

/** Whether a company's communicator works now. */
@Injectable()
export class CommunicatorService {
  constructor(
    private readonly db: DataSource,
    private readonly modem: Modem,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  stateOf(empresa_id: number, comunicador: Comunicador): Promise<ComunicadorEstado> {
    return comunicador === 'modem' ? this.ofModem() : this.ofRouter(empresa_id);
  }

  private async ofModem(): Promise<ComunicadorEstado> {
    const { isThere, sent, failed, fails } = await this.modem.state();
    const estado = !isThere ? 'sin_modem' : fails > 0 ? 'callado' : sent === null ? 'sin_saber' : 'bien';
    return { estado, bien_ts: sent, mal_ts: failed };
  }

  /** Nobody asks the router itself: it works while a board behind it is heard. */
  private async ofRouter(empresa_id: number): Promise<ComunicadorEstado> {
    const rows: { placa_id: number }[] = await this.db.query(
      `SELECT placa_id FROM placas WHERE empresa_id = $1 AND revocada = 0 ORDER BY placa_id LIMIT ${BOARDS}`,
      [empresa_id],
    );
    try {
      const placas = rows.map(({ placa_id }) => placa_id);
      const known = await this.bus.call('placas.conexion', { placas }, YO, { timeout_ms: WAIT_MS });
      const heard = Math.max(0, ...known.map(({ ultimo_visto }) => ultimo_visto ?? 0)) || null;
      const isOnline = known.some(({ online }) => online === 1);
      if (!isOnline && heard === null) return UNKNOWN;
      return { estado: isOnline ? 'bien' : 'callado', bien_ts: heard, mal_ts: null };
    } catch (error) {
      this.logger.warn({ err: error, empresa_id }, 'whether boards are heard could not be asked for');
      return UNKNOWN;
    }
  }
}
