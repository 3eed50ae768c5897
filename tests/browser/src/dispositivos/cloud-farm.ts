import { RelayCloud, type Account, type RelayDevice } from '@acequia/simulators';
import { eventually, Farm, PASSWORD, sharedWithStandIns, type ApiClient, type RunningAcequia } from '@acequia/testing';
import type { Browser } from 'playwright-core';
import { enter, visit, type Visit } from '../browser.js';

export interface Equipment {
  id: number;
  nombre: string;
  device: RelayDevice;
}

/** An Acequia whose farm has devices in a stand-in relay cloud. */
export class CloudFarm {
  private constructor(
    readonly cloud: RelayCloud,
    readonly acequia: RunningAcequia,
    readonly farm: Farm,
    readonly account: Account,
    private readonly root: ApiClient,
  ) {}

  static async start(): Promise<CloudFarm> {
    const { acequia, ports } = await sharedWithStandIns();
    const cloud = await new RelayCloud().start(ports.relayCloud);
    const root = await acequia.loginAdmin();
    const account = cloud.account({ key: `campo-${Date.now()}` });
    return new CloudFarm(cloud, acequia, await Farm.create(acequia, root), account, root);
  }

  async stop(): Promise<void> {
    await this.acequia.stop();
    await this.cloud.stop();
  }

  /** Its account is the farm's, which the tests let misbehave, or its `own`. */
  async equipment(nombre: string, model: 'plus1pm' | 'pro3em', own = false): Promise<Equipment> {
    const account = own ? this.cloud.account({ key: `${this.account.key}-propia` }) : this.account;
    const device = account.add(model);
    const { id } = await this.root.call('dispositivos.crear', {
      body: {
        nombre,
        shelly_id: device.id,
        auth_key: account.key,
        tipo: model === 'pro3em' ? 'shelly_pro3m' : 'shelly_1',
        server: this.cloud.origin,
        empresa_id: this.farm.empresa.id,
      },
    });
    return { id, nombre, device };
  }

  /** Logs in a usuario with these devices at Mis Dispositivos. `http` is the address, possibly of a proxy. */
  async logIn(
    browser: Browser,
    equipments: readonly Equipment[],
    http = this.acequia.http,
    phone = false,
  ): Promise<Visit> {
    const email = `regante-${Date.now()}-${Math.round(Math.random() * 1e6)}@acequia.test`;
    await this.root.call('usuarios.crear', {
      body: {
        nombre: 'Regante',
        email,
        password: PASSWORD,
        rol: 'usuario',
        empresa_id: this.farm.empresa.id,
        dispositivos: equipments.map(({ id }) => id),
      },
    });
    const one = await visit(browser, { phone, dark: phone });
    await enter(one.page, http, email, PASSWORD, '/panel/dispositivos');
    await one.page.getByRole('heading', { name: 'Panel de Dispositivos' }).waitFor();
    return one;
  }

  /** Waits until device-gateway has read the device at least once. */
  async readValue({ id }: Equipment): Promise<void> {
    await eventually(async () => {
      const { online } = await this.farm.admin.api.call('monitor.en_vivo', { params: { id: String(id) } });
      if (!online) throw new Error('not read yet');
    });
  }
}
