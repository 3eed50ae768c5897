import { Bus } from '@acequia/bus';
import {
  callerEmpresa,
  notFound,
  DEFAULT_ZONE,
  type Auditoria,
  type AuditoriaPage,
  type Caller,
  type CallRequest,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { requireAdmin, requireEmpresa, OWN } from '../access.js';
import { EmpresasRepository } from '../storage/empresas.repository.js';
import { UsuariosRepository } from '../storage/usuarios.repository.js';
import { AuditoriaRepository, type Memory } from './auditoria.repository.js';
import { changesOf, describeEntry } from './description.js';
import { beforeFor, merge, positionOf, type FilaDe, type Origen } from './page.js';

type Request = CallRequest<'auditoria.listar'>;

const different = (ids: readonly (number | null)[]): number[] => [...new Set(ids)].filter((id) => id !== null);

/** GET /auditoria: merges the trails of this service, inventory, device-gateway, alerts and automation. Fails if one is missing. */
@Injectable()
export class QueryService {
  constructor(
    private readonly trail: AuditoriaRepository,
    private readonly empresas: EmpresasRepository,
    private readonly usuarios: UsuariosRepository,
    private readonly bus: Bus,
  ) {}

  /**
   * @throws AppError `no_encontrado` for a company or a person that is absent or not the caller's;
   * `servicio_no_disponible` while one of the other services is away.
   */
  async list(caller: Caller, request: Request): Promise<AuditoriaPage> {
    requireAdmin(caller);
    const { empresa_id, entidad, entidad_id, usuario_id, limite } = request;
    const range = await this.trail.range(request.desde, request.hasta, await this.zona(caller, empresa_id));
    // One extra row tells whether there is a next page.
    const search = { empresa_id, entidad, entidad_id, usuario_id, ...range, limite: limite + 1 };
    const desde = (origen: Origen) => ({ ...search, antes: beforeFor(origen, request.antes_de) });
    const [a, g, i, l, m] = await Promise.all([
      this.trail.search(caller, desde('a')),
      this.bus.call('bloqueos.auditoria', desde('g'), caller),
      this.bus.call('inventario.auditoria', desde('i'), caller),
      this.bus.call('avisos.auditoria', desde('l'), caller),
      this.bus.call('programas.auditoria', desde('m'), caller),
    ]);
    const rows = merge({ a, g, i, l, m });
    if (rows.length === 0 && usuario_id !== undefined) await this.requireKnown(caller, usuario_id);
    const page = rows.slice(0, limite);
    const ultima = page.at(-1);
    return {
      entradas: await this.inContract(page),
      siguiente: rows.length > limite && ultima ? positionOf(ultima) : null,
    };
  }

  /** Zone of the company whose days are meant. A deleted company keeps its trail, visible to callers who see every company. */
  private async zona(caller: Caller, requested: number | undefined): Promise<string> {
    if (requested !== undefined) requireEmpresa(caller, requested);
    const id = requested ?? callerEmpresa(caller);
    if (id === null) return DEFAULT_ZONE;
    const fila = await this.empresas.findOne(caller, { where: { id } });
    if (!fila && !(await this.trail.mentions(caller, `empresa:${id}`))) throw notFound();
    return fila?.zona_horaria ?? DEFAULT_ZONE;
  }

  /** A person without entries has an empty trail; a foreign and an absent person both answer `no_encontrado`. */
  private async requireKnown(caller: Caller, usuario_id: number): Promise<void> {
    if ((await this.usuarios.count(caller, { id: usuario_id })) > 0) return;
    if (!(await this.trail.mentions(caller, `usuario:${usuario_id}`))) throw notFound();
  }

  /** Needs three queries for any number of rows. */
  private async inContract(rows: readonly FilaDe[]): Promise<Auditoria[]> {
    const personas = different(rows.map(({ usuario_id }) => usuario_id));
    const empresas = different(rows.map(({ empresa_id }) => empresa_id));
    const [usuarios, names, memories] = await Promise.all([
      this.usuarios.find(OWN, { select: { id: true, nombre: true, email: true }, where: { id: Any(personas) } }),
      this.empresas.names(OWN, empresas),
      this.trail.memories([...personas.map((id) => `usuario:${id}`), ...empresas.map((id) => `empresa:${id}`)]),
    ]);
    const whoAll = new Map(usuarios.map(({ id, nombre, email }): [number, Memory] => [id, { nombre, email }]));
    return rows.map((fila) => {
      const cambios = changesOf(fila);
      const [entidad = '', entidad_id] = fila.entidad.split(':');
      const who = whoAll.get(fila.usuario_id ?? 0) ?? memories.get(`usuario:${fila.usuario_id}`);
      return {
        id: positionOf(fila),
        ts: Math.floor(Number(fila.ts_us) / 1_000),
        usuario_id: fila.usuario_id,
        // Of a program's change the trail names the program; its maker is in usuario_id.
        usuario_nombre: (fila.usuario_id === null ? null : fila.servicio) ?? who?.nombre ?? null,
        usuario_email: fila.servicio === null ? (who?.email ?? null) : null,
        servicio: fila.servicio,
        empresa_id: fila.empresa_id,
        empresa_nombre: names.get(fila.empresa_id ?? 0) ?? memories.get(`empresa:${fila.empresa_id}`)?.nombre ?? null,
        entidad,
        entidad_id: Number(entidad_id),
        entidad_nombre: fila.nombre,
        accion: fila.accion,
        descripcion: describeEntry(fila, cambios),
        cambios,
      };
    });
  }
}
