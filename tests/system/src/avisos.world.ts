import type { Aviso } from '@acequia/contracts';
import { Telegram } from '@acequia/simulators';
import {
  type ApiClient,
  eventually,
  Farm,
  publishTelemetry,
  type RunningAcequia,
  type SharedAcequia,
  sharedWithStandIns,
} from '@acequia/testing';

/** Each file's own: Acequia remembers how far it has read a bot's updates. */
export const TOKEN = `${Date.now()}:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi`;

export interface FieldOfAlarms {
  farm: Farm;
  chat_id: string;
}

/** A running Acequia with a stand-in for Telegram. */
export class AvisosWorld {
  private chats = 1_000;

  private constructor(
    readonly telegram: Telegram,
    readonly acequia: RunningAcequia,
    readonly root: ApiClient,
    readonly ports: SharedAcequia['ports'],
  ) {}

  static async start(): Promise<AvisosWorld> {
    const { acequia, ports } = await sharedWithStandIns();
    const telegram = new Telegram();
    telegram.bot(TOKEN);
    await telegram.start(ports.telegram);
    return new AvisosWorld(telegram, acequia, await acequia.loginAdmin(), ports);
  }

  async stop(): Promise<void> {
    await this.acequia.stop();
    await this.telegram.stop();
  }

  /** A company whose alarms go to its own chat with a short delay. */
  async field(chat_id = String((this.chats += 1))): Promise<FieldOfAlarms> {
    const farm = await Farm.create(this.acequia, this.root);
    const { id, nombre, fecha_vencimiento } = farm.empresa;
    const body = { nombre, fecha_vencimiento, token_telegram: TOKEN, telegram_chat_id: chat_id };
    await this.root.call('empresas.actualizar', { params: { id }, body });
    const rule = { empresa_id: id, activa: 1 as const, espera_s: 1 };
    await farm.admin.api.call('avisos.guardar_regla', { body: { ...rule, tipo: 'placa_sin_conexion' } });
    await farm.admin.api.call('avisos.guardar_regla', {
      body: { ...rule, tipo: 'temperatura_alta', umbral: 30, histeresis: 1 },
    });
    return { farm, chat_id };
  }

  messages(chat_id: string) {
    return this.telegram.bot(TOKEN).messages.filter((one) => one.chat_id === chat_id);
  }

  /** Links a person's Telegram account, with this number, by the person's code. */
  async link(api: ApiClient, telegram_id: number): Promise<void> {
    const { codigo } = await api.call('usuarios.vincular_telegram');
    const chat = String(telegram_id);
    // The bot may not serve this company yet, so the person tries again.
    await eventually(async () => {
      const before = this.messages(chat).length;
      this.telegram.bot(TOKEN).say(chat, telegram_id, `/start ${codigo}`);
      await eventually(() => expect(this.messages(chat).length).toBeGreaterThan(before));
      expect(this.messages(chat).at(-1)?.text).toMatch(/^Listo, /);
    });
  }

  /** A board that was online and went offline. */
  async goes({ farm }: FieldOfAlarms): Promise<Aviso> {
    const board = await farm.connectBoard();
    await publishTelemetry(board, farm.board.id, { pins: { 4: 0 }, sensors: { 15: { t: 20, h: 50 } } });
    await eventually(async () => {
      const [one] = await farm.admin.api.call('switches.panel');
      expect(one).toMatchObject({ placa_online: 1, estado: 0 });
    });
    await board.endAsync();
    return eventually(async () => {
      const aviso = (await openOnes(farm.admin.api)).find(({ tipo }) => tipo === 'placa_sin_conexion');
      expect(aviso).toBeDefined();
      return aviso as Aviso;
    });
  }
}

export const openOnes = (api: ApiClient): Promise<Aviso[]> =>
  api.call('avisos.listar', { query: { estado: 'abierto' } });
