;; The kernel of vector-column.ts. `wat2wasm` of wabt makes its bytes of this.
(module
  (memory (export "memory") 1)
  ;; Writes the product of the wanted vector with each of `count` rows of the column, which are `bytes` long: a multiple of 64.
  (func (export "products") (param $wanted i32) (param $column i32) (param $rows i32) (param $count i32) (param $products i32) (param $bytes i32)
    (local $row i32) (local $at i32) (local $end i32)
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $end (i32.add (local.get $wanted) (local.get $bytes)))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $row (i32.add (local.get $column) (i32.mul (i32.load (local.get $rows)) (local.get $bytes))))
        (local.set $at (local.get $wanted))
        (local.set $s0 (v128.const i32x4 0 0 0 0))
        (local.set $s1 (v128.const i32x4 0 0 0 0))
        (local.set $s2 (v128.const i32x4 0 0 0 0))
        (local.set $s3 (v128.const i32x4 0 0 0 0))
        (loop $part
          (local.set $s0 (f32x4.add (local.get $s0) (f32x4.mul (v128.load (local.get $at)) (v128.load (local.get $row)))))
          (local.set $s1 (f32x4.add (local.get $s1) (f32x4.mul (v128.load offset=16 (local.get $at)) (v128.load offset=16 (local.get $row)))))
          (local.set $s2 (f32x4.add (local.get $s2) (f32x4.mul (v128.load offset=32 (local.get $at)) (v128.load offset=32 (local.get $row)))))
          (local.set $s3 (f32x4.add (local.get $s3) (f32x4.mul (v128.load offset=48 (local.get $at)) (v128.load offset=48 (local.get $row)))))
          (local.set $row (i32.add (local.get $row) (i32.const 64)))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $part (i32.lt_u (local.get $at) (local.get $end))))
        (local.set $s0 (f32x4.add (f32x4.add (local.get $s0) (local.get $s1)) (f32x4.add (local.get $s2) (local.get $s3))))
        (f32.store (local.get $products) (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $s0)) (f32x4.extract_lane 1 (local.get $s0)))
          (f32.add (f32x4.extract_lane 2 (local.get $s0)) (f32x4.extract_lane 3 (local.get $s0)))))
        (local.set $rows (i32.add (local.get $rows) (i32.const 4)))
        (local.set $products (i32.add (local.get $products) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))))
