import {
  AppError,
  ERRORS,
  ExportRequest,
  EXPORTS_PATH,
  SIGNED_CALLER_HEADER,
  TOTAL_ROWS_HEADER,
} from '@acequia/contracts';
import { acceptedKeys, ENV, LOGGER, type Logger, verifyCaller } from '@acequia/service-kit';
import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { HistoryEnv } from '../env.js';
import { ExportPlanner } from './export-planner.js';
import { type ExportSlot, ExportSlots } from './export-slots.js';
import { ExportWriter } from './export-writer.js';

/** An export whose reader takes nothing ends after so many times `EXPORT_IDLE_MS`, also if nobody waits for its slot. */
const IDLE_TIMES = 10;

/** HTTP endpoint for exports, the only request that does not use the bus, because it streams bytes. api-gateway calls it for a person. */
@Controller()
export class ExportsController {
  private readonly keys: readonly Buffer[];

  constructor(
    @Inject(ENV) private readonly env: HistoryEnv,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly slots: ExportSlots,
    private readonly planner: ExportPlanner,
    private readonly writer: ExportWriter,
  ) {
    this.keys = acceptedKeys(env, 'caller');
  }

  @Post(EXPORTS_PATH)
  async exportAll(@Req() request: Request, @Res() response: Response): Promise<void> {
    try {
      const caller = verifyCaller(this.keys, request.header(SIGNED_CALLER_HEADER));
      const asked = ExportRequest.safeParse(request.body);
      if (!asked.success) throw new AppError('datos_invalidos', { cause: asked.error });
      const exportIt = await this.planner.prepare(caller, asked.data);
      // After a pause of this service the client may be gone; its slot then serves the next request.
      if (response.destroyed) return;
      // A company's programs share what one person may take.
      const usuario_id = caller.token ? 0 : caller.usuario_id;
      await this.slots.hold({ empresa_id: exportIt.empresa_id, usuario_id }, async (slot) => {
        const rows = await this.writer.count(exportIt);
        response.status(200).set({
          ...(rows !== null && { [TOTAL_ROWS_HEADER]: String(rows) }),
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${exportIt.file}"`,
        });
        this.watch(response, slot);
        await this.writer.write(exportIt, response);
      });
    } catch (error) {
      this.refuse(response, error);
    }
  }

  /**
   * Tells whether the client still reads; a wait for rows that Postgres still searches does not count. A client on a slow line looks as
   * if it had stopped, because the buffers on the way take the rows in steps of up to some MB, so it is not cut at once.
   */
  private watch(response: Response, slot: ExportSlot): void {
    slot.cut = () => response.destroy(new Error('Nobody took the rows of the export'));
    let end: NodeJS.Timeout | undefined;
    response.setTimeout(this.env.EXPORT_IDLE_MS, () => {
      if (!response.writableNeedDrain || slot.stalled) return;
      slot.stalled = true;
      end = setTimeout(slot.cut, this.env.EXPORT_IDLE_MS * (IDLE_TIMES - 1));
    });
    const reads = (): void => {
      slot.stalled = false;
      clearTimeout(end);
    };
    response.on('drain', reads);
    response.once('close', reads);
  }

  private refuse(response: Response, error: unknown): void {
    if (response.headersSent) {
      // The client left or the rows ended early: cutting the connection shows that the file is incomplete.
      this.logger.info({ err: error }, 'An export ended early');
      response.destroy();
      return;
    }
    const known = error instanceof AppError ? error : new AppError('error_interno', { cause: error });
    if (known.codigo === 'error_interno') this.logger.error({ err: error }, 'An export failed');
    response.removeHeader('content-disposition');
    response
      .type('json')
      .status(ERRORS[known.codigo].status)
      .json({ codigo: known.codigo, mensaje: known.texto, ...(known.detalles && { detalles: known.detalles }) });
  }
}
