; What Numba's runtime does natively, here for one thread: blocks of memory that count who refers to them, and are given
; back when nobody does any more.

%block = type { i64, i32, ptr, ptr, i64 } ; references, its size as a power of two, the next spare one, the data, its size

@spare = internal global [32 x ptr] zeroinitializer ; for each power of two
@in.use = internal global i32 0

declare ptr @take(i32) ; so many bytes from the host, for good
declare i32 @llvm.ctlz.i32(i32, i1)

define i32 @blocks() {
  %count = load i32, ptr @in.use
  ret i32 %count
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %head = ptrtoint ptr getelementptr (%block, ptr null, i32 1) to i32
  %short = trunc i64 %size to i32
  %whole = add i32 %head, %short
  %less = sub i32 %whole, 1
  %zeros = call i32 @llvm.ctlz.i32(i32 %less, i1 false)
  %power = sub i32 32, %zeros
  %list = getelementptr [32 x ptr], ptr @spare, i32 0, i32 %power
  %first = load ptr, ptr %list
  %is.none = icmp eq ptr %first, null
  br i1 %is.none, label %new, label %again

new:
  %bytes = shl i32 1, %power
  %fresh = call ptr @take(i32 %bytes)
  br label %ready

again:
  %next.place = getelementptr %block, ptr %first, i32 0, i32 2
  %next = load ptr, ptr %next.place
  store ptr %next, ptr %list
  br label %ready

ready:
  %block = phi ptr [ %fresh, %new ], [ %first, %again ]
  store i64 1, ptr %block
  %power.place = getelementptr %block, ptr %block, i32 0, i32 1
  store i32 %power, ptr %power.place
  %data = getelementptr %block, ptr %block, i32 1
  %data.place = getelementptr %block, ptr %block, i32 0, i32 3
  store ptr %data, ptr %data.place
  %size.place = getelementptr %block, ptr %block, i32 0, i32 4
  store i64 %size, ptr %size.place
  %before = load i32, ptr @in.use
  %after = add i32 %before, 1
  store i32 %after, ptr @in.use
  ret ptr %block
}

define ptr @NRT_Allocate(i64 %size) { ; without counting who refers to it
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 16)
  %data = getelementptr %block, ptr %block, i32 1
  ret ptr %data
}

define void @NRT_Free(ptr %data) {
  %is.none = icmp eq ptr %data, null
  br i1 %is.none, label %end, label %give

give:
  %block = getelementptr %block, ptr %data, i32 -1
  call void @give_back(ptr %block)
  br label %end

end:
  ret void
}

define ptr @NRT_MemInfo_data_fast(ptr %block) {
  %place = getelementptr %block, ptr %block, i32 0, i32 3
  %data = load ptr, ptr %place
  ret ptr %data
}

define void @NRT_incref(ptr %block) {
  %is.none = icmp eq ptr %block, null
  br i1 %is.none, label %end, label %count

count:
  %before = load i64, ptr %block
  %after = add i64 %before, 1
  store i64 %after, ptr %block
  br label %end

end:
  ret void
}

define void @NRT_decref(ptr %block) {
  %is.none = icmp eq ptr %block, null
  br i1 %is.none, label %end, label %count

count:
  %before = load i64, ptr %block
  %after = sub i64 %before, 1
  store i64 %after, ptr %block
  %is.last = icmp eq i64 %after, 0
  br i1 %is.last, label %give.back, label %end

give.back:
  call void @give_back(ptr %block)
  br label %end

end:
  ret void
}

define void @give_back(ptr %block) noinline {
  %power.place = getelementptr %block, ptr %block, i32 0, i32 1
  %power = load i32, ptr %power.place
  %list = getelementptr [32 x ptr], ptr @spare, i32 0, i32 %power
  %first = load ptr, ptr %list
  %next.place = getelementptr %block, ptr %block, i32 0, i32 2
  store ptr %first, ptr %next.place
  store ptr %block, ptr %list
  %before = load i32, ptr @in.use
  %after = sub i32 %before, 1
  store i32 %after, ptr @in.use
  ret void
}
