import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { imageFile } from './image.fixture.js';
import { readImage } from './image.js';

describe('an image of firmware', () => {
  it('says its model, its version and its floor where ESP-IDF writes them', () => {
    const file = imageFile({ version: '1.9.2-rc1', model: 'acequia-rele8', floor: 7 });
    expect(readImage(file)).toEqual({
      sha256: createHash('sha256').update(file).digest('hex'),
      modelo: 'acequia-rele8',
      version: '1.9.2-rc1',
      piso: 7,
      bytes: 4_096,
    });
  });

  it.each([
    ['an empty file', Buffer.alloc(0), /vacío/],
    ['another file', Buffer.from('#!/bin/sh\n'.repeat(99)), /no empieza como una/],
    ['one that is cut', imageFile().subarray(0, 100), /cortada/],
    ['one of another toolkit', imageFile().fill(0, 32, 36), /no trae la descripción/],
    ['one without a version', imageFile({ version: '' }), /no dice su versión/],
    ['one whose model does not end', imageFile({ model: 'x'.repeat(32) }), /no dice su modelo/],
  ])('that is %s is refused with a sentence', (_what, file, sentence) => {
    expect(() => readImage(file)).toThrow(sentence);
  });
});
