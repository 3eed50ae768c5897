import { Bus } from '@acequia/bus';
import { AppError, DEFAULT_ZONE, type Persona } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { AvisosService } from '../avisos/avisos.service.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import type { Untold } from '../deliveries/message.js';
import { SilenciosService } from '../silences/silences.service.js';
import { type Account } from './accounts.js';
import { pressed, SILENCIO_MS, type Verb } from './buttons.js';
import { LinkService } from './link.service.js';
import { TelegramFailure } from './failure.js';
import { Recovery, type Reply } from './recovery.js';
import { TelegramClient, type Update } from './telegram.client.js';
import { texts } from './textos.js';

/** Handles button presses and link codes from Telegram chats. */
@Injectable()
export class Presses {
  constructor(
    private readonly client: TelegramClient,
    private readonly links: LinkService,
    private readonly repository: DeliveriesRepository,
    private readonly avisos: AvisosService,
    private readonly silencios: SilenciosService,
    private readonly bus: Bus,
    private readonly recovery: Recovery,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `accounts`: the companies of the bot that received the update. Never rejects. */
  async handle(update: Update, accounts: readonly Account[]): Promise<void> {
    const [account] = accounts;
    if (!account) return;
    try {
      if (update.callback_query) await this.press(update.callback_query, accounts);
      else if (update.message) await this.said(update.message, accounts);
    } catch (error) {
      if (!(error instanceof TelegramFailure)) this.logger.warn({ err: error }, 'a press could not be handled');
    }
  }

  private async press(query: NonNullable<Update['callback_query']>, accounts: readonly Account[]): Promise<void> {
    const token = accounts[0]?.token ?? '';
    const { text, told } = await this.obey(query, accounts).catch((error: unknown): Reply => {
      if (!(error instanceof AppError)) throw error;
      return { text: error.texto };
    });
    await this.client.answer(token, query.id, text);
    told?.();
  }

  /** @throws AppError */
  private async obey(query: NonNullable<Update['callback_query']>, accounts: readonly Account[]): Promise<Reply> {
    const asked = pressed(query.data);
    const { message } = query;
    if (!asked || !message) return { text: texts.buttonGone };
    // Use the company's current chat: a message in a chat that the company has left belongs to no company.
    // A private chat is the person's, whichever company the message was about. A chat that is stored by its @name has
    // another id in the press: there only the message's id is compared.
    const isPrivate = message.chat.id === query.from.id;
    const here = accounts
      .filter(({ chat_id }) => isPrivate || chat_id === String(message.chat.id) || chat_id.startsWith('@'))
      .map((one) => one.empresa_id);
    const empresa_id = await this.repository.messageAt(here, asked.numero, message.message_id);
    if (empresa_id === null) return { text: texts.buttonGone };
    const persona = await this.links.personaOf(query.from.id, empresa_id);
    if (!persona) return { text: texts.stranger };
    const opened = (await this.repository.avisosOf(asked.numero)).filter(({ hasta }) => hasta === null);
    if (opened.length === 0) return { text: texts.alarmOver };
    if (asked.verb === 'recuperar') return this.recover(persona, empresa_id, opened, query.id);
    return { text: await this.act(asked.verb, persona, empresa_id, opened, query.id) };
  }

  /** Returns the answer for the person. @throws AppError */
  private async act(
    verb: Exclude<Verb, 'recuperar'>,
    persona: Persona,
    empresa_id: number,
    avisos: Untold[],
    clave: string,
  ): Promise<string> {
    if (verb === 'reconocer') {
      const ids = avisos.map(({ id }) => id);
      const facts = await this.avisos.reconocerVarios(persona, ids, '');
      if (facts.length > 0) return texts.acknowledged(facts.length);
      const visible = await this.avisos.visibleAmong(persona, ids);
      return visible.size > 0 ? texts.alreadyAcknowledged : texts.notAllowed;
    }
    if (verb === 'silenciar') return this.silence(persona, empresa_id, avisos);
    const switch_id = avisos.length === 1 ? avisos[0]?.switch_id : null;
    if (typeof switch_id !== 'number') return texts.noSwitch;
    const origen = { ip: '', navegador: 'Telegram' };
    await this.bus.call('switches.comandar', { id: switch_id, accion: 'off', clave, ...origen }, persona);
    return texts.askedOff;
  }

  private async recover(persona: Persona, empresa_id: number, avisos: Untold[], press_id: string): Promise<Reply> {
    const [aviso] = avisos;
    if (aviso?.tipo !== 'turno_fallido') return { text: texts.noFailedTurn };
    const empresa = await this.repository.empresa(empresa_id);
    const clave = await this.avisos.keyOf(aviso.id);
    const asked = { empresa_id, zona: empresa?.zona_horaria ?? DEFAULT_ZONE, aviso_id: aviso.id, clave };
    return this.recovery.press(persona, asked, press_id);
  }

  private async silence(persona: Persona, empresa_id: number, avisos: Untold[]): Promise<string> {
    if (persona.rol === 'usuario') throw new AppError('sin_permiso');
    const hasta = Date.now() + SILENCIO_MS;
    const concrete = avisos.filter((aviso) => aviso.concrete);
    if (concrete.length === 0) return texts.wholeEmpresa;
    for (const { id } of concrete) {
      const objeto = await this.avisos.objectOf(id);
      await this.silencios.save(persona, { empresa_id, hasta, motivo: texts.silenceReason, ...objeto });
    }
    return texts.silenced;
  }

  private async said(message: NonNullable<Update['message']>, accounts: readonly Account[]): Promise<void> {
    const { text, from, chat } = message;
    const [account] = accounts;
    if (!text || !from || !account || !/^(\/start\s+)?[A-Za-z0-9]{10}$/.test(text.trim())) return;
    const empresas = accounts.map(({ empresa_id }) => empresa_id);
    const nombre = await this.links.vincular(text, from.id, empresas);
    const answer = nombre ? texts.linked(nombre) : texts.invalidCode;
    await this.client.send(account.token, String(chat.id), answer);
  }
}
