import { type Asignaciones, type Caller, empresaDe, noEncontrado, ZONA_POR_OMISION } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface SwitchLegible {
  empresa_id: number;
  nombre: string;
  /** Where it is. */
  zona: string;
  /** What the clock of its company goes by, an IANA zone. */
  zona_horaria: string;
}

/** Who may read whose history. Foreign and absent answer alike. */
@Injectable()
export class AccesoService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly grants: GrantsReader,
  ) {}

  /** A switch that the caller may read, with its company's zone. @throws AppError no_encontrado */
  async exigirSwitch(caller: Caller, switch_id: number): Promise<SwitchLegible> {
    const [sw]: SwitchLegible[] = await this.dataSource.query(
      `SELECT s.empresa_id, s.nombre, s.zona, coalesce(e.zona_horaria, $2) AS zona_horaria
         FROM switches s LEFT JOIN empresas e ON e.id = s.empresa_id WHERE s.id = $1 AND NOT s.eliminado`,
      [switch_id, ZONA_POR_OMISION],
    );
    const confinada = empresaDe(caller);
    if (!sw || (confinada !== null && sw.empresa_id !== confinada)) throw noEncontrado();
    if (caller.tipo === 'persona' && caller.rol === 'usuario') {
      const { switches } = await this.grants.de(caller.usuario_id);
      if (!switches.includes(switch_id)) throw noEncontrado();
    }
    return sw;
  }

  /**
   * The company of a device that the caller may read, and since when it is theirs (as Postgres writes it, -infinity included).
   * @throws AppError no_encontrado
   */
  async exigirDispositivo(
    caller: Caller,
    dispositivo_id: number,
  ): Promise<{ empresa_id: number; nombre: string; desde: string }> {
    const [dispositivo]: { empresa_id: number; nombre: string; desde: string }[] = await this.dataSource.query(
      `SELECT d.empresa_id, d.nombre, t.desde::text
         FROM dispositivos d JOIN tenencias t ON t.dispositivo_id = d.id AND t.hasta = 'infinity' AND t.empresa_id = d.empresa_id
        WHERE d.id = $1 AND NOT d.eliminado`,
      [dispositivo_id],
    );
    const confinada = empresaDe(caller);
    if (!dispositivo || (confinada !== null && dispositivo.empresa_id !== confinada)) throw noEncontrado();
    if (caller.tipo === 'persona' && caller.rol === 'usuario') {
      const { dispositivos } = await this.grants.de(caller.usuario_id);
      if (!dispositivos.includes(dispositivo_id)) throw noEncontrado();
    }
    return dispositivo;
  }

  /** What a usuario is assigned, for themself, the admin of their company or an admin_global. @throws AppError no_encontrado */
  async exigirUsuario(caller: Caller, usuario_id: number): Promise<Asignaciones> {
    if (caller.tipo === 'persona' && caller.rol === 'usuario' && caller.usuario_id !== usuario_id) throw noEncontrado();
    const asignaciones = await this.grants.de(usuario_id);
    const confinada = empresaDe(caller);
    if (confinada !== null && asignaciones.empresa_id !== confinada) throw noEncontrado();
    return asignaciones;
  }

  /** Switches of a company that the caller may read: null = all of them. @throws AppError no_encontrado */
  async switchesDeEmpresa(caller: Caller, empresa_id: number): Promise<number[] | null> {
    const confinada = empresaDe(caller);
    if (confinada !== null && confinada !== empresa_id) throw noEncontrado();
    const [empresa] = await this.dataSource.query('SELECT FROM empresas WHERE id = $1 AND eliminada_en IS NULL', [
      empresa_id,
    ]);
    if (!empresa) throw noEncontrado();
    if (caller.tipo === 'persona' && caller.rol === 'usuario')
      return (await this.grants.de(caller.usuario_id)).switches;
    return null;
  }
}
