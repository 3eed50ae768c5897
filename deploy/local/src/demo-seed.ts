import type { PlacaCredencial, SwitchSave } from '@acequia/contracts';
import { existsSync, readFileSync } from 'node:fs';
import { writePrivate } from './data-folder.js';
import type { ApiClient } from './api-client.js';
import {
  DEMO_EMPRESAS,
  DEMO_PASSWORD,
  switchesOf,
  type DemoDispositivo,
  type DemoEmpresa,
  type DemoPlaca,
} from './demo-data.js';
import { demoPlans } from './demo-plans.js';

/** One entry of the simulators' boards file. */
export interface DemoBoard extends PlacaCredencial {
  nombre: string;
  relays: number[];
  sensors: number[];
  /** Type of load on each relay pin, so that the simulated climate follows it. */
  tipos: Record<string, string>;
  /** The company's zone, so that days are warm in its local afternoon. */
  zona_horaria?: string;
}

const YEARS_AHEAD = 3;
const COLD_ROOM = 'Cuarto frío';
const inYears = (years: number): string => {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day.toISOString().slice(0, 10);
};

/** Creates the demo data through the public API. Checks before it creates, so that an interrupted run can be repeated. */
export class DemoSeed {
  constructor(
    private readonly api: ApiClient,
    /** Credentials are shown once, so each is saved here as soon as it is issued. */
    private readonly boardsFile: string,
  ) {}

  async run(): Promise<DemoBoard[]> {
    for (const demo of DEMO_EMPRESAS) await this.company(demo);
    return this.boards();
  }

  /** The boards whose credentials are saved. */
  boards(): DemoBoard[] {
    if (!existsSync(this.boardsFile)) return [];
    return JSON.parse(readFileSync(this.boardsFile, 'utf8')) as DemoBoard[];
  }

  private async company(demo: DemoEmpresa): Promise<void> {
    const empresa_id = await this.empresa(demo);
    await this.person(demo.admin, 'admin_empresa', empresa_id);
    for (const placa of demo.placas) await this.placa(placa, empresa_id, demo.empresa.zona_horaria);
    await this.coldRoomRule(empresa_id);
    await this.plans(empresa_id);
    const dispositivos = await this.dispositivos(demo, empresa_id);
    await this.endUser(demo, empresa_id, dispositivos);
  }

  private async empresa({ empresa }: DemoEmpresa): Promise<number> {
    const found = (await this.api.call('empresas.listar')).find(({ nombre }) => nombre === empresa.nombre);
    if (found) return found.id;
    const made = await this.api.call('empresas.crear', {
      body: { ...empresa, fecha_vencimiento: inYears(YEARS_AHEAD) },
    });
    return made.id;
  }

  private async person(
    person: { nombre: string; email: string },
    rol: 'admin_empresa' | 'usuario',
    empresa_id: number,
    grants: { dispositivos?: number[]; switches?: number[] } = {},
  ): Promise<void> {
    const people = await this.api.call('usuarios.listar', { query: { empresa_id } });
    if (people.some(({ email }) => email === person.email)) return;
    await this.api.call('usuarios.crear', { body: { ...person, rol, empresa_id, password: DEMO_PASSWORD, ...grants } });
  }

  private async placa(placa: DemoPlaca, empresa_id: number, zona_horaria: string | undefined): Promise<void> {
    const { id } = await this.credential(placa, empresa_id, zona_horaria);
    const wanted = switchesOf(placa, empresa_id, id);
    const present = await this.api.call('switches.listar', { query: { empresa_id } });
    const missing = wanted.filter(
      (sw) => !present.some((old) => old.dispositivo_id === id && old.hardware_pin === sw.hardware_pin),
    );
    if (missing.length > 0) await this.api.call('switches.guardar_lote', { body: { switches: missing } });
  }

  private async credential(
    placa: DemoPlaca,
    empresa_id: number,
    zona_horaria: string | undefined,
  ): Promise<PlacaCredencial> {
    const saved = this.boards();
    const registered = (await this.api.call('placas.listar', { query: { empresa_id } })).find(
      ({ nombre }) => nombre === placa.nombre,
    );
    const known = saved.find(({ placa_id }) => placa_id === registered?.placa_id);
    if (known) return known;
    const issued = registered
      ? await this.api.call('placas.renovar_credencial', { params: { placa_id: registered.placa_id } })
      : (await this.api.call('placas.registrar', { body: { empresa_id, nombre: placa.nombre } }))[0];
    if (!issued) throw new Error('POST /placas answered no credential');
    const rest = saved.filter(({ placa_id }) => placa_id !== issued.placa_id);
    const board = {
      ...issued,
      ...wiring(switchesOf(placa, empresa_id, issued.id)),
      nombre: placa.nombre,
      ...(zona_horaria !== undefined && { zona_horaria }),
    };
    writePrivate(this.boardsFile, JSON.stringify([...rest, board], null, 2));
    return issued;
  }

  /** A cold room that is sometimes too warm, so that the demo has an alarm. */
  private async coldRoomRule(empresa_id: number): Promise<void> {
    const placas = await this.api.call('placas.listar', { query: { empresa_id } });
    const room = placas.find(({ nombre }) => nombre === COLD_ROOM);
    if (!room) return;
    const rule = {
      empresa_id,
      placa_id: room.placa_id,
      tipo: 'temperatura_alta',
      activa: 1,
      severidad: 'alta',
    } as const;
    await this.api.call('avisos.guardar_regla', { body: { ...rule, umbral: 3, histeresis: 0.5, espera_s: 60 } });
  }

  private async plans(empresa_id: number): Promise<void> {
    const query = { empresa_id };
    const { programas, reglas } = demoPlans(empresa_id, await this.api.call('switches.listar', { query }));
    const present = await this.api.call('programas.listar', { query });
    for (const body of programas)
      if (!present.some(({ nombre }) => nombre === body.nombre)) await this.api.call('programas.crear', { body });
    const ruled = await this.api.call('clima.listar', { query });
    for (const body of reglas)
      if (!ruled.some(({ nombre }) => nombre === body.nombre)) await this.api.call('clima.crear', { body });
  }

  private async dispositivos(demo: DemoEmpresa, empresa_id: number): Promise<number[]> {
    const present = await this.api.call('dispositivos.listar', { query: { empresa_id } });
    const ids: number[] = [];
    for (const dispositivo of demo.dispositivos) {
      const found = present.find(({ shelly_id }) => shelly_id === dispositivo.shelly_id);
      // Their relay cloud account is added later, in a stand-in: the demo must never contact real devices.
      const { estado, ...data } = dispositivo;
      const fecha_vencimiento = inYears(estado === 'vencido' ? -1 : 1);
      const body = { ...data, empresa_id, auth_key: '', server: '', fecha_vencimiento, ...standing(estado) };
      ids.push((found ?? (await this.api.call('dispositivos.crear', { body }))).id);
    }
    return ids;
  }

  /** The end user has about half of the company: the first half of its boards, and all its dispositivos. */
  private async endUser(demo: DemoEmpresa, empresa_id: number, dispositivos: number[]): Promise<void> {
    const names = demo.placas.slice(0, Math.ceil(demo.placas.length / 2)).map(({ nombre }) => nombre);
    const boards = new Set(
      this.boards()
        .filter(({ nombre }) => names.includes(nombre))
        .map(({ id }) => id),
    );
    const switches = (await this.api.call('switches.listar', { query: { empresa_id } }))
      .filter(({ dispositivo_id }) => boards.has(dispositivo_id))
      .map(({ id }) => id);
    const grants = { switches, dispositivos };
    await this.person(demo.usuario, 'usuario', empresa_id, grants);
  }
}

const standing = (estado: DemoDispositivo['estado']): { activo: 0 | 1; suspendido: 0 | 1 } =>
  estado === 'suspendido' ? { activo: 0, suspendido: 1 } : { activo: 1, suspendido: 0 };

const wiring = (switches: SwitchSave[]): Pick<DemoBoard, 'relays' | 'sensors' | 'tipos'> => ({
  relays: switches.map(({ hardware_pin }) => hardware_pin),
  sensors: [...new Set(switches.flatMap(({ sensor_pin }) => sensor_pin ?? []))],
  tipos: Object.fromEntries(switches.map(({ hardware_pin, tipo }) => [String(hardware_pin), tipo])),
});
