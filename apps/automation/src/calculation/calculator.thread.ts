import { AppError } from '@acequia/contracts';
import { parentPort } from 'node:worker_threads';
import { CALCULATE, type Job, type Kind, type Outcome } from './jobs.js';

const outcomeOf = <K extends Kind>({ kind, request }: Job<K>): Outcome => {
  try {
    return { result: CALCULATE[kind](request) };
  } catch (error) {
    return error instanceof AppError ? { refused: error.toJSON() } : { failed: String(error) };
  }
};

parentPort?.on('message', (job: Job) => parentPort?.postMessage(outcomeOf(job)));
parentPort?.postMessage('ready');
