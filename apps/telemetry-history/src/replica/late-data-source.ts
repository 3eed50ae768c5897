import type { DataSource } from 'typeorm';

/** A DataSource of a server that may not be there yet. */
export class LateDataSource {
  private opening: Promise<DataSource> | undefined;
  opened: DataSource | undefined;

  /** @param make a DataSource that is not open; called again after each failure */
  constructor(private readonly make: () => DataSource) {}

  open(): Promise<DataSource> {
    this.opening ??= this.make()
      .initialize()
      .then((dataSource) => (this.opened = dataSource))
      .catch((error: unknown) => {
        this.opening = undefined;
        throw error;
      });
    return this.opening;
  }

  async close(): Promise<void> {
    await this.opening?.catch(() => undefined);
    await this.opened?.destroy();
  }
}
