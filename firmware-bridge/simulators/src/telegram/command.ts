import { type Command, InvalidArgumentError } from 'commander';
import { Telegram } from './telegram.js';

const LOOK_MS = 500;

const port = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new InvalidArgumentError('Debe ser un puerto entre 1 y 65535.');
  return value;
};

/** `boards telegram`: a stand-in for Telegram that prints what its bots say. */
export const addTelegramCommand = (program: Command, ending: () => AbortSignal): void => {
  program
    .command('telegram')
    .description('Un sustituto de Telegram en 127.0.0.1: muestra cada mensaje de sus bots')
    .option('--port <n>', 'su puerto', port, 8086)
    .requiredOption('--token <token...>', 'los bots que conoce')
    .option('--limits', 'con los límites de Telegram')
    .action(async (options: { port: number; token: string[]; limits?: boolean }) => {
      const signal = ending();
      const telegram = new Telegram();
      const bots = options.token.map((token) => telegram.bot(token));
      if (options.limits) telegram.misbehave({ limits: true });
      await telegram.start(options.port);
      console.log(telegram.url);
      const shown = bots.map(() => 0);
      const timer = setInterval(() => {
        bots.forEach((bot, i) => {
          for (const { chat_id, message_id, text } of bot.messages.slice(shown[i]))
            console.log(JSON.stringify({ chat_id, message_id, text }));
          shown[i] = bot.messages.length;
        });
      }, LOOK_MS);
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      clearInterval(timer);
      await telegram.stop();
    });
};
