import { Bus } from '@acequia/bus';
import { AppError, type CallRequest, type CallResponse, type Caller, sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { REACH_MS } from '../agenda/agenda.service.js';
import { AuditService } from '../audit/audit.service.js';
import { invalid } from '../invalid.js';
import { TurnoNews } from '../live/turno-news.js';
import { People } from '../people.js';
import { PlannerService } from '../planning/planner.service.js';
import { AccessService, type Granted, reaches } from '../storage/access.service.js';
import { StopsService } from './stops.service.js';
import { texts } from './textos.js';
import { TurnOrders } from './turn-orders.js';

type Request = CallRequest<'turnos.detener_todo'>;
type Answer = CallResponse<'turnos.detener_todo'>;

/** Orders under way at a time: a board may take long to take one. */
const LANES = 50;
const READ_MS = 3_000;

interface Relay {
  switch_id: number | null;
  dispositivo_id: number | null;
  placa_id: number | null;
  pin: number | null;
}

interface OpenTurn {
  turno_id: string;
  programa_id: number;
  riego: string;
  switch_id: number | null;
  dispositivo_id: number | null;
  sitio: string;
  is_pump: boolean;
}

/** All relays of a company, with their sitio; meters have none, and the cloud takes no order for a suspended device. */
const RELAYS = `SELECT s.id AS switch_id, NULL::integer AS dispositivo_id, s.placa_id, s.hardware_pin AS pin FROM switches s
    LEFT JOIN placas b USING (placa_id) WHERE s.empresa_id = $1 AND ($2::text IS NULL OR b.sitio = $2)
  UNION ALL SELECT NULL, id, NULL, NULL FROM dispositivos
    WHERE empresa_id = $1 AND ($2::text IS NULL OR sitio = $2) AND activo = 1 AND suspendido = 0 AND tipo <> 'shelly_pro3m'`;

/** What is left of the starts that have begun by $2. */
const OPEN = `SELECT t.turno_id, t.programa_id, t.riego, t.switch_id, t.dispositivo_id, coalesce(b.sitio, d.sitio, '') AS sitio,
    EXISTS (SELECT FROM enclavamientos g WHERE g.empresa_id = t.empresa_id AND g.tipo = 'requiere' AND g.bomba_id = t.switch_id)
      AS is_pump
  FROM turnos t LEFT JOIN placas b ON b.placa_id = t.placa_id LEFT JOIN dispositivos d ON d.id = t.dispositivo_id
  WHERE t.empresa_id = $1 AND t.estado IN ('previsto', 'en_curso') AND t.riego <= $2
  ORDER BY t.turno_id FOR UPDATE OF t`;

/** "Detener todo": turns off whatever may be on, and skips the rest of what has begun to irrigate. */
@Injectable()
export class StopAllService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly access: AccessService,
    private readonly planner: PlannerService,
    private readonly stops: StopsService,
    private readonly orders: TurnOrders,
    private readonly audit: AuditService,
    private readonly people: People,
    private readonly news: TurnoNews,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The caller's switches and devices, or those of a company or a sitio. A second press does the same again.
   * @throws AppError `datos_invalidos` without a company, `no_encontrado`, `servicio_no_disponible` when some OFF was not taken
   */
  async stopAll(caller: Caller, { empresa_id: requested, ...request }: Request): Promise<Answer> {
    const { sitio = null, ...origin } = request;
    const empresa_id = await this.access.requested(caller, requested);
    if (empresa_id === null) throw invalid('empresa_id', texts.whichCompany);
    const granted = await this.access.granted(caller);
    const begun = await this.stopTurns(caller, empresa_id, sitio, granted, origin);
    const relays: Relay[] = (await this.db.query(RELAYS, [empresa_id, sitio])) as Relay[];
    const wanted = await this.maybeOn(
      relays.filter((relay) => reaches(granted, relay)),
      begun,
    );
    const ordenes: string[] = [];
    const left = [...wanted];
    const lane = async (): Promise<void> => {
      for (let relay = left.shift(); relay; relay = left.shift()) {
        const comando_id = await this.turnOff(relay, caller, origin);
        if (comando_id !== null) ordenes.push(comando_id);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (ordenes.length < wanted.length)
      throw new AppError('servicio_no_disponible', {
        texto: texts.notAllOrdered(wanted.length - ordenes.length, wanted.length),
      });
    return { ordenes };
  }

  /** @returns the keys of the relays that its turns may have turned on */
  private async stopTurns(
    caller: Caller,
    empresa_id: number,
    sitio: string | null,
    granted: Granted | null,
    origin: Pick<Request, 'ip' | 'navegador'>,
  ): Promise<ReadonlySet<string>> {
    const who = await this.people.of(caller);
    const [stopped, begun] = await this.planner.change(empresa_id, async (tx) => {
      const open: OpenTurn[] = await tx.query(OPEN, [empresa_id, Date.now() + REACH_MS]);
      const theirs = withPumps(open, (turn) => reaches(granted, turn) && (sitio === null || turn.sitio === sitio));
      const running =
        theirs.length === 0 ? new Set() : await this.stops.stop(tx, theirs, granted, { caller, ...origin, who });
      await this.note(tx, caller, empresa_id, sitio, theirs.length);
      return [theirs, running] as const;
    });
    this.news.tell(...stopped.map(({ turno_id }) => turno_id));
    return new Set(stopped.filter(({ turno_id }) => begun.has(turno_id)).map(keyOf));
  }

  private async note(tx: EntityManager, caller: Caller, empresa_id: number, sitio: string | null, turnos: number) {
    const entidad = `empresa:${empresa_id}`;
    const [empresa]: { nombre: string }[] = await tx.query('SELECT nombre FROM empresas WHERE id = $1', [empresa_id]);
    const told = { empresa_id, accion: 'empresa.detener_todo', entidad, nombre: empresa?.nombre ?? '' } as const;
    await this.audit.note(tx, caller, { ...told, antes: null, despues: { sitio, turnos } });
  }

  /** All but those whose connected board says that they are off, and which no turn or order is about to turn on. */
  private async maybeOn(relays: readonly Relay[], begun: ReadonlySet<string>): Promise<Relay[]> {
    const placas = [...new Set(relays.flatMap(({ placa_id }) => placa_id ?? []))];
    const estados = await this.bus
      .call('estado.leer', { placas }, sistema('automation'), { timeout_ms: READ_MS })
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'the state of boards could not be read: all is turned off');
        return [];
      });
    const byId = new Map(estados.map((estado) => [estado.placa_id, estado]));
    return relays.filter((relay) => {
      const estado = byId.get(relay.placa_id ?? 0);
      if (estado?.online !== 1 || begun.has(keyOf(relay))) return true;
      const order = estado.mandos?.find(({ switch_id }) => switch_id === relay.switch_id)?.comando;
      const isOrdered = order?.accion === 'on' && UNDER_WAY.has(order.estado);
      return isOrdered || estado.pines.find(({ pin }) => pin === relay.pin)?.estado !== 0;
    });
  }

  /** The id of its command; null = it was not taken. */
  private async turnOff(
    relay: Relay,
    caller: Caller,
    origin: Pick<Request, 'ip' | 'navegador'>,
  ): Promise<string | null> {
    try {
      const accepted = await this.orders.send(relay, { accion: 'off', caller, ...origin });
      await this.stops.settled(relay);
      return accepted?.comando_id ?? null;
    } catch (error) {
      this.logger.warn({ err: error, ...relay }, 'an OFF of all was not taken');
      return null;
    }
  }
}

const UNDER_WAY: ReadonlySet<string> = new Set(['solicitado', 'enviado']);

const keyOf = ({ switch_id, dispositivo_id }: Pick<Relay, 'switch_id' | 'dispositivo_id'>): string =>
  switch_id === null ? `d${dispositivo_id}` : `s${switch_id}`;

/** A start's pump stops with it when all that is left of its valves does. */
const withPumps = (open: readonly OpenTurn[], isTheirs: (turn: OpenTurn) => boolean): OpenTurn[] => {
  const startOf = ({ programa_id, riego }: OpenTurn): string => `${programa_id} ${riego}`;
  const goOn = new Set(open.filter((turn) => !turn.is_pump && !isTheirs(turn)).map(startOf));
  const stopped = new Set(open.filter(isTheirs).map(startOf));
  return open.filter(
    (turn) => isTheirs(turn) || (turn.is_pump && stopped.has(startOf(turn)) && !goOn.has(startOf(turn))),
  );
};
