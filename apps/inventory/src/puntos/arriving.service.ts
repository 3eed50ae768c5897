import { Bus } from '@acequia/bus';
import { AppError, type Caller, type CallRequest, type CampoSinUsar, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { requireAdmin, requireEmpresa } from '../access.js';
import { WAIT_GATEWAY_MS } from '../device-gateway.js';
import { EmpresasService } from '../empresas/empresas.service.js';
import { texts } from '../textos.js';
import { PuntosRepository } from './puntos.repository.js';
import { fieldKey, sourceKey } from './source.js';

const OWN = sistema('inventory');
const WAIT = { timeout_ms: WAIT_GATEWAY_MS };

/** What arrives, as device-gateway hears it, and is not kept. */
@Injectable()
export class ArrivingService {
  constructor(
    private readonly puntos: PuntosRepository,
    private readonly empresas: EmpresasService,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `datos_invalidos` where it is not said of what; `servicio_no_disponible` */
  async unused(caller: Caller, request: CallRequest<'puntos.sin_usar'>): Promise<CampoSinUsar[]> {
    requireAdmin(caller);
    const empresa_id = await this.empresas.requested(caller, request.empresa_id);
    if (request.placa_id !== undefined) return this.ofBoard(caller, request.placa_id);
    if (request.fuente === undefined) throw missing('query.placa_id', texts.puntos.ofWhat);
    if (empresa_id === null) throw missing('query.empresa_id', texts.puntos.whichEmpresa);
    return this.ofNodes(caller, empresa_id);
  }

  private async ofBoard(caller: Caller, placa_id: number): Promise<CampoSinUsar[]> {
    requireEmpresa(caller, await this.puntos.companyOf(placa_id));
    const points = await this.puntos.ofBoards(caller, [placa_id]);
    const used = new Set(points.map(({ fuente }) => sourceKey(fuente)));
    const fields = await this.bus.call('placas.campos', { placa_id }, OWN, WAIT);
    return fields
      .filter(({ ruta }) => !used.has(ruta))
      .map((campo) => ({ ...campo, dev_eui: null, nodo: null, rechazo: null }));
  }

  private async ofNodes(caller: Caller, empresa_id: number): Promise<CampoSinUsar[]> {
    const points = await this.puntos.list(caller, { empresa_id, placa_id: null });
    const used = new Set(points.map(({ fuente }) => sourceKey(fuente)));
    const nodes = await this.bus.call('lorawan.nodos', { empresa_id }, OWN, WAIT);
    return nodes.flatMap(({ dev_eui, nombre: nodo, campos }) =>
      campos.flatMap(({ rechazo, ...campo }): CampoSinUsar[] => {
        if (!used.has(fieldKey(dev_eui, campo.ruta))) return [{ ...campo, dev_eui, nodo, rechazo: null }];
        return rechazo === null ? [] : [{ ...campo, dev_eui, nodo, rechazo }];
      }),
    );
  }
}

const missing = (campo: string, mensaje: string): AppError =>
  new AppError('datos_invalidos', { detalles: [{ campo, mensaje }] });
