import { ADMIN, type ApiClient, eventually, PASSWORD, publishTelemetry, SENSOR_PIN } from '@acequia/testing';
import type { MqttClient } from 'mqtt';
import { CloudFarm } from '../dispositivos/cloud-farm.js';
import type { Names, Who } from './screen.js';

type Person = readonly [email: string, password: string];

/** A farm with a case for every text of the tables: what is on, off and never reported, active and suspended, read and unread. */
export class FurnishedFarm {
  private constructor(
    private readonly cloud: CloudFarm,
    private readonly board: MqttClient,
    private readonly reports: NodeJS.Timeout,
    readonly names: Names,
    readonly people: Readonly<Record<Exclude<Who, 'nobody'>, Person>>,
  ) {}

  get http(): string {
    return this.cloud.acequia.http;
  }

  /** Of the company's administrator. */
  get admin(): ApiClient {
    return this.cloud.farm.admin.api;
  }

  static async start(): Promise<FurnishedFarm> {
    const cloud = await CloudFarm.start();
    const { acequia, farm } = cloud;
    const root = await acequia.loginAdmin();
    const { id: empresa_id, nombre: empresa } = farm.empresa;
    const body = { nombre: empresa, fecha_vencimiento: '2099-12-31', comunicador_vencimiento: '2030-05-06' };
    await root.call('empresas.actualizar', { params: { id: empresa_id }, body });
    const cerrada = 'Rancho cerrado';
    await root.call('empresas.crear', { body: { nombre: cerrada, fecha_vencimiento: '2099-12-31', activa: 0 } });

    const bomba = await cloud.equipment('Bomba del pozo', 'plus1pm');
    const centinela = await cloud.equipment('Centinela general', 'pro3em');
    const stopped = await root.call('dispositivos.crear', {
      body: {
        nombre: 'Bomba parada',
        shelly_id: 'a0b1c2d3e4f5',
        auth_key: 'llave',
        tipo: 'shelly_1',
        empresa_id,
        server: cloud.cloud.origin,
        fecha_vencimiento: '2099-01-31',
        activo: 0,
        suspendido: 1,
      },
    });

    const respaldo = 'Respaldo';
    const { switches } = await root.call('switches.guardar_lote', {
      body: {
        switches: [
          {
            nombre: respaldo,
            tipo: 'motor',
            zona: 'Sector 2',
            empresa_id,
            dispositivo_id: farm.board.id,
            par_numero: 1,
            switch_site_id: 2,
            hardware_pin: 16,
            tiene_sensor: 0,
            sensor_pin: null,
            activo: 1,
          },
        ],
      },
    });
    const person = async (nombre: string, assigned: { switches?: number[]; dispositivos?: number[]; activo?: 0 }) => {
      const email = `${nombre.toLowerCase().replaceAll(' ', '-')}@acequia.test`;
      const record = { nombre, email, password: PASSWORD, rol: 'usuario' as const, empresa_id };
      await root.call('usuarios.crear', { body: { ...record, ...assigned } });
      return [email, PASSWORD] as const;
    };
    const usuario = await person('Regante', {
      switches: [...farm.switches, ...switches].map(({ id }) => id),
      dispositivos: [bomba.id, centinela.id],
    });
    const newcomer = await person('Nueva', {});
    await person('Suspendida', { activo: 0 });

    const board = await farm.connectBoard();
    const publish = (sample: unknown) => publishTelemetry(board, farm.board.id, sample);
    await publish({ pins: { 4: 0, 5: 1 } });
    const report = () => publish({ pins: { 4: 1, 5: 0 }, sensors: { [SENSOR_PIN]: { t: 22.5, h: 48 } } });
    await report();
    // What is not reported again looks old after minutes.
    const reports = setInterval(() => void report(), 10_000);
    await Promise.all([cloud.readValue(bomba), cloud.readValue(centinela)]);
    await eventually(async () => {
      const live = await farm.admin.api.call('switches.panel', { query: { empresa_id } });
      if (!live.some(({ estado, temperatura }) => estado === 1 && temperatura !== null)) throw new Error('not yet');
    });

    const names = {
      empresa,
      empresa_id: String(empresa_id),
      placa: String(farm.board.id),
      placa_id: String(farm.board.placa_id),
      switch_id: String(farm.switches[0]!.id),
      cerrada,
      respaldo,
      person: 'Regante',
      suspended: 'Suspendida',
      bomba: bomba.nombre,
      bomba_id: String(bomba.id),
      bomba_shelly: bomba.device.id,
      centinela: centinela.nombre,
      centinela_id: String(centinela.id),
      stopped: stopped.nombre,
      stopped_id: String(stopped.id),
      year: String(new Date().getFullYear()),
    };
    return new FurnishedFarm(cloud, board, reports, names, {
      admin_global: [ADMIN.email, ADMIN.password],
      admin_empresa: [farm.admin.email, PASSWORD],
      usuario,
      'usuario without anything': newcomer,
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.reports);
    await this.board.endAsync(true);
    await this.cloud.stop();
  }
}
