;; Finds the 128-byte blocks in which a machine's memory differs from an image. WebAssembly, because its SIMD compares 16
;; bytes in one step; JavaScript took seven times as long. `pnpm generate` assembles this file.
(module
  ;; The memory of the machine.
  (import "machine" "memory" (memory $live 0))
  ;; The base image at the addresses that it has in a machine, and behind it what the parameters point to.
  (import "image" "memory" (memory $image 0))
  ;; See Layout and BaseImage in memory-image.ts.
  (import "image" "dataEnd" (global $dataEnd i32))
  (import "image" "baseEnd" (global $baseEnd i32))

  ;; Whether a block differs from a block of the image. All words are read before the only branch, because most blocks
  ;; are equal.
  (func $differs (param $at i32) (param $from i32) (result i32)
    (v128.any_true
      (v128.or
        (v128.or
          (v128.or
            (v128.xor
              (v128.load $live (local.get $at))
              (v128.load $image (local.get $from)))
            (v128.xor
              (v128.load $live offset=16 (local.get $at))
              (v128.load $image offset=16 (local.get $from))))
          (v128.or
            (v128.xor
              (v128.load $live offset=32 (local.get $at))
              (v128.load $image offset=32 (local.get $from)))
            (v128.xor
              (v128.load $live offset=48 (local.get $at))
              (v128.load $image offset=48 (local.get $from)))))
        (v128.or
          (v128.or
            (v128.xor
              (v128.load $live offset=64 (local.get $at))
              (v128.load $image offset=64 (local.get $from)))
            (v128.xor
              (v128.load $live offset=80 (local.get $at))
              (v128.load $image offset=80 (local.get $from))))
          (v128.or
            (v128.xor
              (v128.load $live offset=96 (local.get $at))
              (v128.load $image offset=96 (local.get $from)))
            (v128.xor
              (v128.load $live offset=112 (local.get $at))
              (v128.load $image offset=112 (local.get $from))))))))

  ;; Writes the numbers of the blocks in [at, end) that differ to `found`, and returns how many; ends early with `most` of
  ;; them. The C stack must not be part of the range.
  ;;
  ;; A plugin's diff is a list of block numbers in [blocks, blocksEnd), ascending, the first not below `at`, and their
  ;; contents at `bytes`. A block in the list is compared with its content there, another with the base, or with zeros
  ;; behind the base. Because both lists ascend, one pass over both suffices.
  (func (export "findChanges")
    (param $at i32) (param $end i32) (param $blocks i32) (param $blocksEnd i32) (param $bytes i32)
    (param $found i32) (param $most i32)
    (result i32)
    (local $from i32)
    (local $count i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $from (local.get $at))
        ;; The image's room for the C stack is never written: it holds the zeros.
        (if (i32.ge_u (local.get $at) (global.get $baseEnd))
          (then (local.set $from (global.get $dataEnd))))
        (if (i32.lt_u (local.get $blocks) (local.get $blocksEnd))
          (then
            (if
              (i32.eq
                (i32.load $image (local.get $blocks))
                (i32.shr_u (local.get $at) (i32.const 7)))
              (then
                (local.set $from (local.get $bytes))
                (local.set $blocks (i32.add (local.get $blocks) (i32.const 4)))
                (local.set $bytes (i32.add (local.get $bytes) (i32.const 128)))))))
        (if (call $differs (local.get $at) (local.get $from))
          (then
            (br_if $done (i32.eq (local.get $count) (local.get $most)))
            (i32.store $image
              (i32.add (local.get $found) (i32.shl (local.get $count) (i32.const 2)))
              (i32.shr_u (local.get $at) (i32.const 7)))
            (local.set $count (i32.add (local.get $count) (i32.const 1)))))
        (local.set $at (i32.add (local.get $at) (i32.const 128)))
        (br $next)))
    (local.get $count)))
