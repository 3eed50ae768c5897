import { pino, stdTimeFunctions, type DestinationStream, type Logger, type LoggerOptions as PinoOptions } from 'pino';
import { TRACE } from '../trace/trace.js';
import { redactObject, redactText } from './redact.js';

export interface LoggerOptions {
  service: string;
  instance: string;
  level: string;
}

const withTrace = (): Record<string, string> => {
  const trace_id = TRACE.current();
  return trace_id ? { trace_id } : {};
};

/** pino formats only the root's bindings; overriding `child` redacts the bindings of children and of their children. */
const withCleanChildren = (logger: Logger): Logger => {
  const { child } = logger;
  const clean = function (this: Logger, bindings: object, ...rest: unknown[]): Logger {
    return Reflect.apply(child, this, [redactObject(bindings), ...rest]) as Logger;
  };
  return Object.assign(logger, { child: clean });
};

/** JSON lines on stdout with the current trace id; secrets are removed from objects and texts. */
export const createLogger = ({ service, instance, level }: LoggerOptions, destination?: DestinationStream): Logger => {
  const options: PinoOptions = {
    level,
    base: { service, instance },
    timestamp: stdTimeFunctions.isoTime,
    mixin: withTrace,
    // `redact` has already turned errors into plain objects.
    serializers: { err: (value: unknown) => value },
    formatters: {
      level: (label) => ({ level: label }),
      log: (object) => redactObject(object),
    },
    hooks: {
      // Redacts the message and the values interpolated into it.
      logMethod(args, method) {
        const clean = args.map((arg) => (typeof arg === 'string' ? redactText(arg) : arg));
        method.apply(this, clean as typeof args);
      },
    },
  };
  return withCleanChildren(pino(options, destination ?? pino.destination({ dest: 1, sync: true })));
};
export type { Logger };
