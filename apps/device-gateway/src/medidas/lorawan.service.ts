import {
  AppError,
  type Caller,
  callerEmpresa,
  type LorawanGuardado,
  type Medida,
  notFound,
  type NodoLorawan,
  type UplinkLorawan,
} from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { texts } from '../textos.js';
import { InTurn } from './in-turn.js';
import { MedidasService } from './medidas.service.js';
import { type NodePoint, NodosRepository } from './nodos.repository.js';

const NOTHING: LorawanGuardado = { ignorado: null, aceptadas: 0, repetidas: 0, rechazadas: [], sin_usar: [] };

/** A value of an uplink, and the point that reads it. */
interface Read {
  punto: NodePoint;
  medida: Medida;
}

/** Takes what LoRaWAN nodes send, as values of the points that read them. */
@Injectable()
export class LorawanService {
  private readonly turns = new InTurn<string>();

  constructor(
    private readonly medidas: MedidasService,
    private readonly nodos: NodosRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Answers once what is accepted is stored. Of one node one uplink at a time is looked at.
   * @throws AppError `sin_permiso`, `no_encontrado` for another company, `datos_invalidos` where it is not known which; as
   * {@link MedidasService.take}
   */
  async save(caller: Caller, uplink: UplinkLorawan): Promise<LorawanGuardado> {
    const empresa_id = companyOf(caller, uplink.empresa_id);
    return this.turns.run([`${empresa_id} ${uplink.dev_eui}`], () => this.take(empresa_id, uplink));
  }

  /** A company's nodes. @throws AppError as {@link save} */
  async list(caller: Caller, requested: number | undefined): Promise<NodoLorawan[]> {
    return this.nodos.list(companyOf(caller, requested));
  }

  private async take(empresa_id: number, uplink: UplinkLorawan): Promise<LorawanGuardado> {
    const { dev_eui, campos, simulada } = uplink;
    if (await this.nodos.knows(empresa_id, uplink)) {
      await this.nodos.countRepeated(empresa_id, dev_eui);
      return { ...NOTHING, ignorado: 'repetida' };
    }
    const points = await this.nodos.points(empresa_id, dev_eui);
    const used = new Set(points.map(({ ruta }) => ruta));
    const sin_usar = campos.map(({ ruta }) => ruta).filter((ruta) => !used.has(ruta));
    const reads = simulada ? [] : readsOf(uplink, points);
    const { aceptadas, repetidas, rechazadas } = await this.store(reads);
    await this.note(empresa_id, uplink, new Map(rechazadas.map(({ ruta, texto }) => [ruta, texto])));
    return { ignorado: simulada ? 'simulada' : null, aceptadas, repetidas, rechazadas, sin_usar };
  }

  /** A server that does not send again must not lose values to a history that is away: what is stored twice is kept once. */
  private async store(reads: readonly Read[]): Promise<Omit<LorawanGuardado, 'ignorado' | 'sin_usar'>> {
    if (reads.length === 0) return NOTHING;
    const points = new Map(reads.map(({ punto }) => [punto.id, punto]));
    const { aceptadas, repetidas, rechazadas } = await this.medidas.take(
      reads.map(({ medida }) => medida),
      points,
      { history: 'if_there' },
    );
    return {
      aceptadas,
      repetidas,
      rechazadas: rechazadas.map(({ indice, motivo, texto }) => {
        const { id, ruta } = reads[indice]!.punto;
        return { punto_id: id, ruta, motivo, texto };
      }),
    };
  }

  /** The values are stored already: a failure costs what is shown of the node. */
  private async note(empresa_id: number, uplink: UplinkLorawan, refusals: ReadonlyMap<string, string>): Promise<void> {
    const { simulada, f_cnt } = uplink;
    const counted = { ...uplink, f_cnt: simulada ? null : f_cnt };
    await this.nodos
      .note(empresa_id, counted, refusals)
      .catch((error: unknown) => this.logger.warn({ err: error, empresa_id }, 'a LoRaWAN node could not be noted'));
  }
}

/** @throws AppError `sin_permiso`, `no_encontrado`, `datos_invalidos` */
const companyOf = (caller: Caller, requested: number | undefined): number => {
  if (caller.tipo === 'persona' && caller.rol === 'usuario') throw new AppError('sin_permiso');
  const own = callerEmpresa(caller);
  if (own !== null && requested !== undefined && requested !== own) throw notFound();
  const empresa_id = own ?? requested;
  if (empresa_id !== undefined) return empresa_id;
  const detalles = [{ campo: 'query.empresa_id', mensaje: texts.medidas.whichEmpresa }];
  throw new AppError('datos_invalidos', { detalles });
};

const readsOf = ({ campos, ts }: UplinkLorawan, points: readonly NodePoint[]): Read[] => {
  const byPath = new Map(campos.map((campo) => [campo.ruta, campo]));
  return points.flatMap((punto) => {
    const campo = byPath.get(punto.ruta);
    if (!campo) return [];
    const valor = campo.valor === null ? null : punto.a * campo.valor + punto.b;
    return [{ punto, medida: { punto_id: punto.id, ts: campo.ts ?? ts, valor } }];
  });
};
