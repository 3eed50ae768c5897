import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { delivered, submitted } from './pdu.js';

const CTRL_Z = '\x1a';
const SLOTS = 20;

/**
 * A stand-in for a GSM modem behind a pseudo-terminal: AT commands of 3GPP TS 27.007 and 27.005 in PDU mode, as far as gammu asks. What
 * it does not know is an ERROR.
 */
export class AtModem {
  /** What it sent, and when, ms. */
  readonly sent: { numero: string; texto: string; at: number }[] = [];
  private readonly memory = new Map<number, { pdu: string; length: number }>();
  private input = '';
  private takesPdu = false;

  private constructor(
    readonly device: string,
    private readonly line: ChildProcessWithoutNullStreams,
  ) {
    line.stdout.setEncoding('latin1').on('data', (text: string) => this.take(text));
  }

  /** @param device path of its terminal, to be made */
  static async start(device: string): Promise<AtModem> {
    const line = spawn('socat', [`pty,raw,echo=0,link=${device}`, 'stdio']);
    while (!existsSync(device)) await sleep(20);
    return new AtModem(device, line);
  }

  /** A message arrives. */
  receive(numero: string, texto: string): void {
    let slot = 1;
    while (this.memory.has(slot)) slot += 1;
    this.memory.set(slot, delivered(numero, texto));
  }

  async stop(): Promise<void> {
    const ended = once(this.line, 'exit');
    this.line.kill();
    await ended;
  }

  private take(received: string): void {
    this.input += received;
    for (;;) {
      const end = this.input.indexOf(this.takesPdu ? CTRL_Z : '\r');
      if (end === -1) return;
      const text = this.input.slice(0, end);
      this.input = this.input.slice(end + 1);
      if (this.takesPdu) this.submit(text.trim());
      // Before a command there may be what ends a message that was given up.
      else if (text.includes('AT')) this.answer(text.slice(text.indexOf('AT')));
    }
  }

  private submit(pdu: string): void {
    this.takesPdu = false;
    this.sent.push({ ...submitted(pdu), at: Date.now() });
    this.write(`+CMGS: ${this.sent.length}`, 'OK');
  }

  private answer(command: string): void {
    // gammu reads an answer only behind the echo of its command.
    this.line.stdin.write(`${command}\r`);
    const answers = this.answersTo(command.slice('AT'.length));
    if (answers === 'pdu') {
      this.takesPdu = true;
      this.line.stdin.write('\r\n> ');
      return;
    }
    this.write(...(answers ? [...answers, 'OK'] : ['ERROR']));
  }

  private answersTo(command: string): string[] | 'pdu' | null {
    if (command.startsWith('+CMGS=')) return 'pdu';
    const slot = Number(/^\+CMG[RD]=(\d+)/.exec(command)?.[1]);
    if (command.startsWith('+CMGR=')) {
      const message = this.memory.get(slot);
      return message ? [`+CMGR: 0,,${message.length}`, message.pdu] : null;
    }
    if (command.startsWith('+CMGD=') && command !== '+CMGD=?') {
      this.memory.delete(slot);
      return [];
    }
    if (command.startsWith('+CMGL='))
      return [...this.memory].flatMap(([n, { pdu, length }]) => [`+CMGL: ${n},0,,${length}`, pdu]);
    const used = `${this.memory.size},${SLOTS}`;
    if (command === '+CPMS?') return [`+CPMS: "SM",${used},"SM",${used},"SM",${used}`];
    if (command.startsWith('+CPMS=') && command !== '+CPMS=?') return [`+CPMS: ${used},${used},${used}`];
    return FIXED[command] ?? null;
  }

  private write(...lines: string[]): void {
    this.line.stdin.write(lines.map((line) => `\r\n${line}\r\n`).join(''));
  }
}

const FIXED: Readonly<Record<string, string[]>> = {
  '': [],
  Z: [],
  E0: [],
  E1: [],
  '+CMEE=1': [],
  '+CMEE=2': [],
  '+CGMI': ['Acequia'],
  '+CGMM': ['Stand-in'],
  '+CGMR': ['1.0'],
  '+CGSN': ['490154203237518'],
  '+CIMI': ['334020000000001'],
  '+CPIN?': ['+CPIN: READY'],
  '+CREG?': ['+CREG: 0,1'],
  '+CREG=2': [],
  '+COPS?': ['+COPS: 0,2,"33402"'],
  '+COPS=3,2': [],
  '+CSQ': ['+CSQ: 20,99'],
  '+CSMS?': ['+CSMS: 0,1,1,1'],
  '+CSCA?': ['+CSCA: "+525500000000",145'],
  '+CMGF=0': [],
  '+CMGF=?': ['+CMGF: (0)'],
  '+CPMS=?': ['+CPMS: ("SM"),("SM"),("SM")'],
  '+CNMI=?': ['+CNMI: (0-2),(0,1),(0,2),(0,1),(0,1)'],
  '+CSCS=?': ['+CSCS: ("GSM","UCS2")'],
  '+CSCS?': ['+CSCS: "GSM"'],
  '+CSCS="GSM"': [],
  '+CSCS="UCS2"': [],
  '+CFUN=1': [],
  '+CNMI=2,1,0,1,0': [],
  '+CMMS=0': [],
  '+CMMS=2': [],
};
