import { Bus } from '@acequia/bus';
import {
  empresaDe,
  noEncontrado,
  ZONA_POR_OMISION,
  type Auditoria,
  type AuditoriaPagina,
  type Caller,
  type CallRequest,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { exigirAdmin, exigirEmpresa, PROPIO } from '../acceso.js';
import { EmpresasRepository } from '../empresas/empresas.repository.js';
import { UsuariosRepository } from '../usuarios/usuarios.repository.js';
import { AuditoriaRepository, type Recuerdo } from './auditoria.repository.js';
import { cambiosDe, describir } from './descripcion.js';
import { antesPara, mezclar, posicionDe, type FilaDe, type Origen } from './pagina.js';

type Pedido = CallRequest<'auditoria.listar'>;

const distintos = (ids: readonly (number | null)[]): number[] => [...new Set(ids)].filter((id) => id !== null);

/** GET /auditoria: the trails of this service, of inventory, of device-gateway and of alerts as one. Any missing would be a trail with holes. */
@Injectable()
export class ConsultaService {
  constructor(
    private readonly trail: AuditoriaRepository,
    private readonly empresas: EmpresasRepository,
    private readonly usuarios: UsuariosRepository,
    private readonly bus: Bus,
  ) {}

  /**
   * @throws AppError `no_encontrado` for a company or a person that is absent or not the caller's;
   * `servicio_no_disponible` while inventory, device-gateway or alerts is away.
   */
  async listar(caller: Caller, pedido: Pedido): Promise<AuditoriaPagina> {
    exigirAdmin(caller);
    const { empresa_id, entidad, entidad_id, usuario_id, limite } = pedido;
    const rango = await this.trail.rango(pedido.desde, pedido.hasta, await this.zona(caller, empresa_id));
    // One row more than asked for says whether there is a next page.
    const busqueda = { empresa_id, entidad, entidad_id, usuario_id, ...rango, limite: limite + 1 };
    const desde = (origen: Origen) => ({ ...busqueda, antes: antesPara(origen, pedido.antes_de) });
    const [a, g, i, l] = await Promise.all([
      this.trail.buscar(caller, desde('a')),
      this.bus.call('bloqueos.auditoria', desde('g'), caller),
      this.bus.call('inventario.auditoria', desde('i'), caller),
      this.bus.call('avisos.auditoria', desde('l'), caller),
    ]);
    const filas = mezclar({ a, g, i, l });
    if (filas.length === 0 && usuario_id !== undefined) await this.exigirConocido(caller, usuario_id);
    const pagina = filas.slice(0, limite);
    const ultima = pagina.at(-1);
    return {
      entradas: await this.enContrato(pagina),
      siguiente: filas.length > limite && ultima ? posicionDe(ultima) : null,
    };
  }

  /** Of the company that the days are meant of. A deleted one keeps its trail, for whoever sees every company. */
  private async zona(caller: Caller, pedida: number | undefined): Promise<string> {
    if (pedida !== undefined) exigirEmpresa(caller, pedida);
    const id = pedida ?? empresaDe(caller);
    if (id === null) return ZONA_POR_OMISION;
    const fila = await this.empresas.findOne(caller, { where: { id } });
    if (!fila && !(await this.trail.menciona(caller, `empresa:${id}`))) throw noEncontrado();
    return fila?.zona_horaria ?? ZONA_POR_OMISION;
  }

  /** A person who did nothing yet has an empty trail; a foreign one and an absent one have none at all. */
  private async exigirConocido(caller: Caller, usuario_id: number): Promise<void> {
    if ((await this.usuarios.count(caller, { id: usuario_id })) > 0) return;
    if (!(await this.trail.menciona(caller, `usuario:${usuario_id}`))) throw noEncontrado();
  }

  /** Three queries, however many the rows. */
  private async enContrato(filas: readonly FilaDe[]): Promise<Auditoria[]> {
    const personas = distintos(filas.map(({ usuario_id }) => usuario_id));
    const empresas = distintos(filas.map(({ empresa_id }) => empresa_id));
    const [usuarios, nombres, recuerdos] = await Promise.all([
      this.usuarios.find(PROPIO, { select: { id: true, nombre: true, email: true }, where: { id: Any(personas) } }),
      this.empresas.nombres(PROPIO, empresas),
      this.trail.recuerdos([...personas.map((id) => `usuario:${id}`), ...empresas.map((id) => `empresa:${id}`)]),
    ]);
    const quienes = new Map(usuarios.map(({ id, nombre, email }): [number, Recuerdo] => [id, { nombre, email }]));
    return filas.map((fila) => {
      const cambios = cambiosDe(fila);
      const [entidad = '', entidad_id] = fila.entidad.split(':');
      const quien = quienes.get(fila.usuario_id ?? 0) ?? recuerdos.get(`usuario:${fila.usuario_id}`);
      return {
        id: posicionDe(fila),
        ts: Math.floor(Number(fila.ts_us) / 1_000),
        usuario_id: fila.usuario_id,
        usuario_nombre: quien?.nombre ?? null,
        usuario_email: quien?.email ?? null,
        servicio: fila.servicio,
        empresa_id: fila.empresa_id,
        empresa_nombre:
          nombres.get(fila.empresa_id ?? 0) ?? recuerdos.get(`empresa:${fila.empresa_id}`)?.nombre ?? null,
        entidad,
        entidad_id: Number(entidad_id),
        entidad_nombre: fila.nombre,
        accion: fila.accion,
        descripcion: describir(fila, cambios),
        cambios,
      };
    });
  }
}
