import { AppError, type EmpresaTelegram, TELEGRAM_TOKEN_CONTEXT } from '@acequia/contracts';
import { SecretBox } from '@acequia/service-kit';
import { Telegram } from '@acequia/simulators';
import { Alerts } from '../alerts.fixture.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { COMPANY_CHAT } from '../deliveries/outgoing.js';
import { Sender } from '../sender/sender.js';
import { TelegramAccounts } from './accounts.js';

const TOKEN = '123456789:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi';
const TO = { empresa_id: 1, canal: 'telegram', destino: COMPANY_CHAT };

let alerts: Alerts;
let telegram: Telegram;
/** What auth-tenancy has saved; null = it does not answer. */
let saved: EmpresaTelegram[] | null;
/** Until when its answers take; null = they come at once. */
let held: Promise<void> | null = null;

beforeAll(async () => {
  telegram = new Telegram();
  await telegram.start();
  alerts = await Alerts.start({ env: { TELEGRAM_API_URL: telegram.url } });
  alerts.answerCalls((name) => {
    if (name !== 'empresas.telegram' || saved === null) throw new AppError('servicio_no_disponible');
    const known = saved;
    return held ? held.then(() => known) : known;
  });
  await alerts.query(`INSERT INTO empresas VALUES (1, 'Rancho', 1, 'America/Mexico_City', '2099-12-31')`);
});
afterAll(async () => {
  await alerts?.stop();
  await telegram?.stop();
});

const bot = (chat_id: string): EmpresaTelegram => ({
  empresa_id: 1,
  token_cifrado: alerts.get(SecretBox).encrypt(TOKEN, TELEGRAM_TOKEN_CONTEXT),
  chat_id,
});
const states = () => alerts.query<{ estado: string }>('SELECT estado FROM mensajes ORDER BY id');
/** What the sender does with a message for the company's chat. */
const send = async (text: string): Promise<string | undefined> => {
  const repository = alerts.get(DeliveriesRepository);
  await repository.transaction(async (tx) => repository.arm(tx, await repository.nextNumber(tx), TO, [text], []));
  await alerts.get(Sender).deliver(TO);
  return (await states()).at(-1)?.estado;
};

describe('a message for the chat of a company', () => {
  beforeEach(async () => {
    await alerts.query('TRUNCATE mensajes, destinos CASCADE');
    telegram.bot(TOKEN).messages.length = 0;
  });

  it.each([
    ['bot', () => []],
    ['chat', () => [bot('')]],
  ])('arrives though the news of its %s has not', async (_what, before) => {
    saved = before();
    await alerts.get(TelegramAccounts).load();
    saved = [bot('77')];
    expect(await send('Resumen')).toBe('enviado');
    expect(telegram.bot(TOKEN).messages).toMatchObject([{ chat_id: '77', text: 'Resumen' }]);
  });

  it('goes to the chat of the read that began last, whichever answer comes first', async () => {
    const accounts = alerts.get(TelegramAccounts);
    saved = [bot('77')];
    let release = (): void => undefined;
    held = new Promise((resolve) => (release = resolve));
    const older = accounts.load();
    held = null;
    saved = [bot('88')];
    await accounts.load();
    release();
    await older;
    await send('Resumen');
    expect(telegram.bot(TOKEN).messages).toMatchObject([{ chat_id: '88' }]);
  });

  it('is given up when there is no bot, and waits while that cannot be known', async () => {
    saved = [];
    await alerts.get(TelegramAccounts).load();
    expect(await send('Resumen')).toBe('fallido');
    saved = null;
    expect(await send('Otro')).toBe('armado');
  });
});
