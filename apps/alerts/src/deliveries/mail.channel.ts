import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type { AlertsEnv } from '../env.js';
import type { AttachedFile, Channel, Envelope, Outcome } from './channel.js';

const TIMEOUT_MS = 15_000;

/** Sends mail when the installation has a mail server. */
@Injectable()
export class MailChannel implements Channel {
  private readonly transport: Transporter | null;

  constructor(@Inject(ENV) private readonly env: AlertsEnv) {
    const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    this.transport = env.SMTP_URL ? createTransport({ url: env.SMTP_URL, ...timeouts }) : null;
  }

  /** @throws when there is no mail server, or it does not take the mail */
  async post(mail: {
    to: string;
    subject: string;
    text: string;
    messageId: string;
    attachments?: AttachedFile[];
  }): Promise<void> {
    if (!this.transport) throw new Error('SMTP_URL is not set');
    await this.transport.sendMail({ from: this.env.ALERTS_FROM, ...mail });
  }

  async send({ destino, numero, partes, empresa_id, file }: Envelope): Promise<Outcome> {
    if (!this.transport) return { kind: 'refused', detalle: { codigo: 'correo_sin_servidor' } };
    const text = partes.join('\n\n');
    const subject = `Avisos · ${text.split('\n')[0] ?? ''} · n.º ${numero}`;
    try {
      // A repeated mail has the same id: most mail programs then show it once.
      const messageId = `<aviso-${empresa_id}-${numero}@acequia>`;
      await this.post({ to: destino, subject, text, messageId, ...(file && { attachments: [file] }) });
      return { kind: 'sent', ids: [] };
    } catch (error) {
      const { responseCode } = error as { responseCode?: number };
      const refused = responseCode !== undefined && responseCode >= 500;
      if (refused) return { kind: 'refused', detalle: { codigo: 'correo_rechazado', status: responseCode } };
      return { kind: 'lost', ids: [], detalle: { codigo: 'correo_sin_respuesta' } };
    }
  }
}
